// sw.js — the shell without a connection: the page and its parts come from what was kept when there is no server, and so do
// the engine and its data. It is also woken when it is the user's turn. On a site of files (`?site`) all is kept.
const KEPT = 'sandtable-1';
const QUIET = /^api\/(messages|scenarios|map|rules|terms|looks|tables|pack)\b/;
const SITE = location.search === '?site';
const ROOT = new URL('./', location).pathname;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The page, and every part of it that it names. */
async function keepShell() {
  const cache = await caches.open(KEPT);
  const page = await fetch(ROOT);
  const text = await page.clone().text();
  const parts = [...text.matchAll(/(?:src|href)="(\.?\/[^"]+)"/g)].map((found) => new URL(found[1], location).href);
  await cache.put(ROOT, page);
  await cache.addAll([...new Set(parts)]);
  const names = new Set(parts.map((part) => new URL(part).pathname));
  for (const old of await cache.keys()) {
    const { pathname } = new URL(old.url);
    if (pathname.startsWith(`${ROOT}assets/`) && !names.has(pathname)) await cache.delete(old);
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

/** Woken by the push service, which learns nothing: the server is asked whose turn it is. */
async function tellTurns() {
  const answer = await fetch('/api/games', { credentials: 'same-origin' }).catch(() => null);
  const games = answer?.ok ? (await answer.json()).mine : [];
  const asked = games.filter(({ over, asked, seats }) => !over && seats.some(({ side, you }) => you && side === asked));
  const body = asked.map(({ title, asked }) => `${title} · ${asked}`).join('\n');
  const data = asked.length === 1 ? `/g/${asked[0].id}` : '/';
  await self.registration.showNotification('Sandtable', { body, data, tag: 'sandtable-turn', icon: '/icon-192.png' });
}

self.addEventListener('push', (event) => event.waitUntil(tellTurns()));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const path = pathname.slice(ROOT.length);
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, ROOT, false));
  else if (path.startsWith('assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fromNetwork(request, request, true)));
  else if (SITE || QUIET.test(path) || !path.startsWith('api/'))
    event.respondWith(fromNetwork(request, request, true));
});
