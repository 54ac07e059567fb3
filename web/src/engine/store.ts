// store.ts — the browser's own archive of games, in IndexedDB: a journal each, with the seed that its dice come from.

import type { Task } from './task';

export interface HereGame {
  id: string;
  scenario: string;
  /** As a journal writes them: `masking=on players=3`. */
  options: string;
  /** By side: "me" or a player of the machine. */
  seats: Record<string, string>;
  journal: string;
  /** 64 hexadecimal digits. */
  seed: string;
  /** Of a what-if: where it comes from; so many bytes of its journal are rolled with that game's seed. */
  origin?: { id: string; order: number; seed: string; length: number };
  name: string;
  created: number;
  changed: number;
  over: boolean;
  verdict: string;
  turn: number;
  asked: string | null;
  /** The side last sat behind. */
  sitting: string;
  notes: string;
  planNotes: { plan: number; text: string }[];
  /** By side: answers given in advance. */
  standing: Record<string, string[]>;
  /** A case of a lab script that is shown, and never kept: its lines. */
  lines?: string[];
  /** A board: its lines are kept and changed. */
  board?: boolean;
  /** A lesson or a puzzle, which is never kept either. */
  task?: Task;
}

const GAMES = 'games';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('sandtable', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: 'id' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function within<T>(mode: IDBTransactionMode, ask: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const work = database.transaction(GAMES, mode);
      const asked = ask(work.objectStore(GAMES));
      work.oncomplete = () => resolve(asked.result);
      work.onerror = () => reject(work.error);
      work.onabort = () => reject(work.error);
    });
  } finally {
    database.close();
  }
}

export const keepGame = (game: HereGame) => within('readwrite', (games) => games.put(game));
export const findGame = (id: string) =>
  within<HereGame | undefined>('readonly', (games) => games.get(id) as IDBRequest<HereGame | undefined>);
export const listGames = () => within<HereGame[]>('readonly', (games) => games.getAll() as IDBRequest<HereGame[]>);
export const dropGame = (id: string) => within('readwrite', (games) => games.delete(id));
