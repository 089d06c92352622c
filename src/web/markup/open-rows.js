// A click on a row does what a click on the link or button in its head does, but not at the end of selecting text of the row.
addEventListener('click', (event) => {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
  const row = target.closest('tbody tr');
  const selection = getSelection();
  if (!row || (selection && !selection.isCollapsed && selection.containsNode(row, true))) return;
  // With the keys that were held: they may ask for a new tab.
  row.querySelector('th :is(a, button)')?.dispatchEvent(new MouseEvent('click', event));
});
