// route.ts — which page: the lobby at `/`, a game at `/g/ID`, with an invitation's secret behind `#` and perhaps
// `.SIDE.SECRET` of an offered seat, a rulebook at `/rules/SYSTEM/PARAGRAPH`, the choices of a new game at `/new/SCENARIO`,
// the courses at `/learn`. A replay is shared from an order on by `?order=N`, or `?line=N` if only the lines sent to
// the player's side can be stepped through.

import { site } from '../net/here';
import { createStore } from './store';

export interface Route {
  /** A rulebook, open at a paragraph perhaps. */
  book: { system: string; rule: string | null } | null;
  /** Where a board of a rulebook is begun, perhaps with what a link brought. */
  board: { system: string; shared: string | null } | null;
  /** The page of courses. */
  learn: boolean;
  /** The scenario of which a new game is to be begun. */
  fresh: string | null;
  /** The after-action report of a game. */
  report: string | null;
  /** A study, perhaps one that a link brought. */
  study: { id: string; shared: string | null } | null;
  /** The page of an account, by its name. */
  player: string | null;
  moderation: boolean;
  /** The page of campaigns, or of the one with that number; null: neither. */
  campaigns: string | null;
  game: string | null;
  invite: string | null;
  /** A seat that the link offers to the first user who opens it. */
  offer: { side: string; secret: string } | null;
  from: { kind: 'order' | 'line'; at: number } | null;
}

export function readRoute(path: string, hash: string, search = ''): Route {
  const found = /^\/g\/([\w-]+)\/?$/.exec(path);
  const book = /^\/rules\/(\w+)(?:\/([\w.-]+))?\/?$/.exec(path);
  const board = /^\/board\/(\w+)\/?$/.exec(path);
  const [invite, side, secret] = found && hash.length > 1 ? decodeURIComponent(hash.slice(1)).split('.') : [];
  const study = /^\/study\/([\w-]+)\/?$/.exec(path);
  const asked = found && /^\?(order|line)=(\d{1,7})$/.exec(search);
  return {
    report: /^\/report\/([\w-]+)\/?$/.exec(path)?.[1] ?? null,
    study: study && { id: study[1]!, shared: /^\?s=([\w-]+)$/.exec(search)?.[1] ?? null },
    learn: /^\/learn\/?$/.test(path),
    fresh: /^\/new\/(\w+\/[\w-]+)\/?$/.exec(path)?.[1] ?? null,
    board: board && { system: board[1]!, shared: /^\?s=([\w-]+)$/.exec(search)?.[1] ?? null },
    book: book && { system: book[1]!, rule: book[2] ?? null },
    player: path === '/player' ? (new URLSearchParams(search).get('name') ?? '') : null,
    moderation: path === '/moderation',
    campaigns: /^\/campaigns(?:\/(\d+))?\/?$/.test(path) ? (path.split('/')[2] ?? '') : null,
    game: found?.[1] ?? null,
    invite: invite || null,
    offer: side && secret ? { side, secret } : null,
    from: asked ? { kind: asked[1] as 'order' | 'line', at: Number(asked[2]) } : null,
  };
}

function here(): Route {
  if (!site) return readRoute(location.pathname, location.hash, location.search);
  const [path, search] = location.hash.slice(1).split('?');
  return readRoute(path || '/', '', search ? `?${search}` : '');
}

/** A page's address, for a link. A site of files has one page, which reads the rest behind `#`. */
export const addressOf = (path: string) => (site ? `#${path}` : path);

export const route = createStore<Route>(here());

export function go(path: string) {
  history.pushState(null, '', addressOf(path));
  route.set(here());
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => route.set(here()));
