/**
 * Makes what scrolls sideways reachable by keyboard, and only that: on a wide screen no table needs a stop of its own,
 * which it has where there is no script.
 * A table with buttons in it is reached by them.
 *
 * @returns what ends it
 */
export function reachScrolling(): () => void {
  const regions = [...document.querySelectorAll<HTMLElement>('.scroll')].filter(
    (one) => !one.querySelector('button'),
  );
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const region of regions) observer.observe(region);
  return () => observer.disconnect();
}
