/** Load the page anew; but not twice in a row, if that was no help. */
const KEY = 'purrlor.reloaded';
const PAUSE = 20_000;

export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < PAUSE) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
