/** A chart as wide as there is room. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** In px; wider a chart has only more air. */
const MOST_WIDTH = 900;

/** @param draw makes an SVG of this width; its texts are escaped */
export function Chart({ draw }: { draw(width: number): string }): VNode {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(MOST_WIDTH);
  useEffect(() => {
    const room = figure.current!;
    const observer = new ResizeObserver(() => setWidth(Math.min(MOST_WIDTH, Math.floor(room.clientWidth))));
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return <figure class="chart" ref={figure} dangerouslySetInnerHTML={{ __html: draw(width) }} />;
}
