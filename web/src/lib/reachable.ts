/** What scrolls can be reached and scrolled by keyboard, as long as it does. */
export function reachable(element: HTMLElement): () => void {
  const look = (): void => {
    const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (scrolls) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(element);
  content.observe(element, { childList: true, subtree: true, characterData: true });
  look();
  return () => {
    size.disconnect();
    content.disconnect();
  };
}
