// lazy.tsx — parts of the page whose code is fetched when they are first wanted: the rulebook, alone or beside the game, and
// the case that shows a rule.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { createStore, useStore } from '../model/store';

function useLater<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> | null {
  const [part, setPart] = useState<{ part: ComponentType<P> } | null>(null);
  useEffect(() => {
    load().then(
      (found) => setPart({ part: found }),
      () => {},
    );
  }, []);
  return part?.part ?? null;
}

const loadBook = () => import('../learn/book').then((module) => module.Book);

/** Which rulebook lies open beside the game, and where. */
const beside = createStore<{ system: string | null; at: string | null }>({ system: null, at: null });

export function openBook(system: string | undefined, at: string | null) {
  beside.set({ system: system ?? null, at });
}

export function BookPage({ system, at }: { system: string; at: string | null }) {
  const Book = useLater(loadBook);
  return Book ? <Book system={system} at={at} page /> : <p class="loading">{t('loading')}</p>;
}

function Beside({ system, at }: { system: string; at: string | null }) {
  const Book = useLater(loadBook);
  return Book && <Book system={system} at={at} onClose={() => openBook(undefined, null)} />;
}

/** The rulebook over the panels, while the map stays in sight. */
export function BookBeside() {
  const { system, at } = useStore(beside, (value) => value);
  useEffect(() => () => openBook(undefined, null), []);
  return system && <Beside system={system} at={at} />;
}

const loadShow = () => import('../learn/show').then((module) => module.ShowPanel);

/** Beside a case that is shown: its steps, and the way into one's own hands. */
export function ShowBeside({ game }: { game: Game }) {
  const Panel = useLater(loadShow);
  return Panel && <Panel game={game} />;
}

const loadBoard = () => import('../learn/board').then((module) => module.BoardPanel);
const loadStart = () => import('../learn/board').then((module) => module.BoardStart);

/** Beside a board: what can be put on it, and its script. */
export function BoardBeside({ game }: { game: Game }) {
  const Panel = useLater(loadBoard);
  return Panel && <Panel game={game} />;
}

export function BoardPage({ system, shared }: { system: string; shared: string | null }) {
  const Start = useLater(loadStart);
  return Start ? <Start system={system} shared={shared} /> : <p class="loading">{t('loading')}</p>;
}
