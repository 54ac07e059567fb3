// route.ts — which page: the lobby at `/`, a game at `/g/ID`, with an invitation's secret behind `#`.

import { createStore } from './store';

export interface Route {
  game: string | null;
  invite: string | null;
}

export function readRoute(path: string, hash: string): Route {
  const found = /^\/g\/([\w-]+)\/?$/.exec(path);
  return { game: found?.[1] ?? null, invite: found && hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null };
}

export const route = createStore<Route>(readRoute(location.pathname, location.hash));

export function go(path: string) {
  history.pushState(null, '', path);
  route.set(readRoute(location.pathname, location.hash));
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => route.set(readRoute(location.pathname, location.hash)));
