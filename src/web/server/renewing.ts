/**
 * The script of pages that renew themselves: it asks for the page again and puts the new content in the place of the
 * old, so that neither the reader's place nor the focus nor what is ticked is lost. Nothing is asked for while nobody looks.
 */
export const RENEWING_SCRIPT = `(() => {
  const part = (page) => page.querySelector('[data-renews]');
  const lost = document.querySelector('[data-lost]');
  const update = async () => {
    if (document.hidden) return;
    const response = await fetch(location.href);
    const fresh = part(new DOMParser().parseFromString(await response.text(), 'text/html'));
    if (fresh === null) return location.reload();
    const old = part(document);
    if (old.innerHTML === fresh.innerHTML) return;
    const focused = old.contains(document.activeElement) && document.activeElement.outerHTML;
    const ticked = [...old.querySelectorAll('input:checked')].map((box) => box.value);
    old.replaceWith(fresh);
    for (const box of fresh.querySelectorAll('input')) box.checked = ticked.includes(box.value);
    [...fresh.querySelectorAll('a, button, input')].find((one) => one.outerHTML === focused)?.focus();
  };
  const tell = (answers) => { lost.hidden = answers; };
  setInterval(() => update().then(() => tell(true), () => tell(false)), part(document).dataset.renews * 1000);
})();`;
