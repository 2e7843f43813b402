/// <reference lib="webworker" />
/**
 * The service worker. It keeps the files of its own version, complete, for times without a network.
 * The page itself always comes from the server if there is one, so no old version can trap anybody;
 * what the server is asked (/api) never passes through here.
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of this version and a digest of them, filled in by the build. */
declare const __FILES__: string[];
declare const __VERSION__: string;
export {};

const FILES = __FILES__;
const CACHE = `purrlor-${__VERSION__}`;
const PAGE = '/';
const PATIENCE = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'change over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(page(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(file(request));
  }
});

/** The server's page, or ours if it does not come. */
async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(PAGE);
  try {
    return await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request);
}

/** A tap on "your turn" leads to the table that called. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = String(event.notification.data);
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const open = pages.find((one) => new URL(one.url).pathname === path);
      return open ? open.focus() : self.clients.openWindow(path);
    }),
  );
});
