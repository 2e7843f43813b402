/** Where we are: the path, and a way to go elsewhere without loading anew. */
class Route {
  path = $state(location.pathname);

  constructor() {
    window.addEventListener('popstate', () => (this.path = location.pathname));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.path = location.pathname;
    window.scrollTo(0, 0);
  }
}

export const route = new Route();

/** Follow a link inside the application. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented) return; // somebody has followed it already
  const link = (event.target as Element).closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api')) return;
  event.preventDefault();
  route.go(link.pathname + link.hash);
}
