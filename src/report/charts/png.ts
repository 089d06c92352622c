/** From a chart's SVG to a PNG, with fonts of our own: a bare machine has none. */
import { createRequire } from 'node:module';
import { CHART_CSS, type Color, THEMES, type Theme } from './palette.ts';

/** Fonts of the package dejavu-fonts-ttf. */
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];
const FAMILY = 'DejaVu Sans';

/**
 * @param svg as `chartMarkup` makes it
 * @param home folder of the package whose dependencies have the fonts
 */
export async function chartPng(svg: string, theme: Theme, home: string): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const require = createRequire(`${home}/package.json`);
  const resvg = new Resvg(inTheme(svg, theme), {
    // Px of the image for each px of the chart.
    fitTo: { mode: 'zoom', value: 2 },
    font: {
      loadSystemFonts: false,
      fontFiles: FONTS.map((file) => require.resolve(`dejavu-fonts-ttf/ttf/${file}`)),
      defaultFontFamily: FAMILY,
      sansSerifFamily: FAMILY,
    },
  });
  return resvg.render().asPng();
}

/** The chart in fixed colors: what isn't a browser knows neither variables nor the reader's theme. */
export function inTheme(svg: string, theme: Theme): string {
  return svg
    .replace(`<style>${CHART_CSS}</style>`, '')
    .replaceAll(/var\(--chart-(\w+)\)/g, (_, name: Color) => THEMES[theme][name]);
}
