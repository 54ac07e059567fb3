// sw.js — the shell without a connection: the page and its parts come from what was kept when there is no server. Games
// are only ever played with one.
const KEPT = 'sandtable-1';
const QUIET = /^\/api\/(messages|scenarios|map|rules|terms|looks)\b/;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The page, and every part of it that it names. */
async function keepShell() {
  const cache = await caches.open(KEPT);
  const page = await fetch('/');
  const text = await page.clone().text();
  const parts = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put('/', page);
  await cache.addAll([...new Set(parts)]);
  const names = new Set(parts.map((part) => new URL(part, location.origin).pathname));
  for (const old of await cache.keys()) {
    const { pathname } = new URL(old.url);
    if (pathname.startsWith('/assets/') && !names.has(pathname)) await cache.delete(old);
  }
}

async function fromNetwork(request, key, keep) {
  try {
    const answer = await fetch(request);
    if (keep && answer.ok) (await caches.open(KEPT)).put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, '/', false));
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fromNetwork(request, request, true)));
  else if (QUIET.test(pathname) || !pathname.startsWith('/api/'))
    event.respondWith(fromNetwork(request, request, true));
});
