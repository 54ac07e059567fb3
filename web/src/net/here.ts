// here.ts — games that this browser plays by itself, with the engine as a module. Their ids begin with "here-". On a site
// without a server (`sandtable site`) every game is such a game, and the server's answers are there as files.

import type { ServerMessage } from './protocol';
import type { Connection, GameSocket } from './socket';

/** Written by `sandtable site`: only files answer. */
export const site = document.documentElement.dataset.site !== undefined;

declare const __ENGINE__: boolean;

/** Whether the client was built with the engine; without it nothing is played here. */
export const hasEngine = __ENGINE__;

export const isHere = (id: string) => id.startsWith('here-');

/** A case that shows a rule. */
export const isShown = (id: string) => id.startsWith('here-show-');

/** A board on which positions are made. */
export const isBoard = (id: string) => id.startsWith('here-board-');

/** A lesson: a task on a map of its own, without the points of a scenario. */
export const isLesson = (id: string) => id.startsWith('here-lesson-');

/** A lesson or a puzzle. */
export const isTask = (id: string) => /^here-(lesson|puzzle)-/.test(id);

/** Whether the game can go on at the server: it is a whole game of this browser, and not over. */
export const canHandOver = (game: { id: string; over?: boolean; whatIf?: boolean }) =>
  !site && /^here-[0-9a-f]+$/.test(game.id) && !game.over && !game.whatIf;

/** Where a file of the client is: beside the page on a site, else at the server's root. */
export const fileAt = (path: string) =>
  new URL(path, site ? document.baseURI.split(/[?#]/)[0] : location.origin).href;

/** The code that plays here; fetched when it is first needed. */
export const engine = () => import('../engine/backend');

const ADDRESS = /^\/api\/(games|map)\/(here-[\w-]+)/;

/** Whether a request is answered here. */
export const answersHere = (path: string, body?: unknown) =>
  site || ADDRESS.test(path) || (path === '/api/games' && (body as { here?: boolean })?.here === true);

/** Whether this browser may have games of its own; asked before the engine's code is fetched. */
export const HERE = 'sandtable.here';

/** The socket of a game that is played here. */
export function openHere(
  id: string,
  hear: (message: ServerMessage) => void,
  tell: (connection: Connection) => void,
): GameSocket {
  const socket = engine().then((backend) => backend.openHere(id, hear, tell));
  socket.catch(() => tell('shut'));
  return {
    request: async (message) => (await socket).request(message),
    send: (message) => socket.then((open) => open.send(message)),
    close: () => socket.then((open) => open.close()),
  };
}
