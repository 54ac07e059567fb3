// lazy.tsx — parts of the page whose code is fetched when they are first wanted: the rulebook, alone or beside the game, the
// case that shows a rule, the seats of a game, the page of a player.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { createStore, useStore } from '../model/store';
import { isHere } from '../net/here';
import type { Scenario } from '../net/protocol';

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

/** Which rulebook is open beside the game, and where. */
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

const loadNew = () => import('./newgame').then((module) => module.NewGame);

export function NewGamePage({ id }: { id: string }) {
  const NewGame = useLater(loadNew);
  return NewGame ? <NewGame id={id} /> : <p class="loading">{t('loading')}</p>;
}

const loadShow = () => import('../learn/show').then((module) => module.ShowPanel);

/** Beside a case that is shown: its steps, and the button to take it over. */
export function ShowBeside({ game }: { game: Game }) {
  const Panel = useLater(loadShow);
  return Panel && <Panel game={game} />;
}

const loadSeats = () => import('./seats').then((module) => module.SeatsDialog);
const loadPerson = () => import('./seats').then((module) => module.PersonDialog);

interface Said {
  user: number;
  name: string;
  text: string;
}

/** The dialog open about the people at a game: its seats, or one person. */
const people = createStore<{ seats: boolean; person: Said | null }>({
  seats: false,
  person: null,
});
const closePeople = () => people.set({ seats: false, person: null });

function Seats({ game }: { game: Game }) {
  const Opened = useLater(loadSeats);
  return Opened && <Opened game={game} onClose={closePeople} />;
}

function Person({ game, person }: { game: Game; person: Said }) {
  const Opened = useLater(loadPerson);
  return Opened && <Opened game={game} {...person} onClose={closePeople} />;
}

/** The dialogs about people. */
export function PeopleDialogs({ game }: { game: Game }) {
  const { seats, person } = useStore(people, (value) => value);
  useEffect(() => closePeople, []);
  if (seats) return <Seats game={game} />;
  return person && <Person game={game} person={person} />;
}

/** Opens the seats of a game that I play. */
export function SeatsButton({ game }: { game: Game }) {
  const you = useStore(game.store, (state) => state.position?.keys.you.length ?? 0);
  if (!you || isHere(game.id)) return null;
  return (
    <button
      type="button"
      class="icon seats-button"
      aria-label={t('seats.title')}
      title={t('seats.title')}
      onClick={() => people.set({ seats: true, person: null })}
    >
      ⚑
    </button>
  );
}

interface NameProps {
  game: Game;
  user?: number;
  name: string;
  /** His chat message. */
  text?: string;
}

/** The name of a chat's author; it leads to what can be done about him. */
export function PersonName({ game, user, name, text = '' }: NameProps) {
  const mine = useStore(game.store, (state) => state.position?.keys.game.seats.find((seat) => seat.you)?.user);
  if (!user || user === mine) return <b>{name}</b>;
  return (
    <button
      type="button"
      class="link name"
      onClick={() => people.set({ seats: false, person: { user, name, text } })}
      title={t('person.about', { name })}
    >
      <b>{name}</b>
    </button>
  );
}

const loadPlayer = () => import('./player').then((module) => module.Player);
const loadSeek = () => import('./seek').then((module) => module.Seek);

const loadModeration = () => import('./moderation').then((module) => module.ModerationPage);

export function ModeratorsPage() {
  const Page = useLater(loadModeration);
  return Page ? <Page /> : <p class="loading">{t('loading')}</p>;
}

export function PlayerPage({ name }: { name: string }) {
  const Player = useLater(loadPlayer);
  return Player ? <Player name={name} /> : <p class="loading">{t('loading')}</p>;
}

/** In the lobby: the games one would play, and the wait for an opponent. */
export function SeekPart(props: { scenarios: Scenario[]; guest: boolean }) {
  const Seek = useLater(loadSeek);
  return Seek ? <Seek {...props} /> : <p class="quiet">{t('loading')}</p>;
}

const loadBoard = () => import('../learn/board').then((module) => module.BoardPanel);
const loadStart = () => import('../learn/board').then((module) => module.BoardStart);

/** Beside a board: the palette, and its script. */
export function BoardBeside({ game }: { game: Game }) {
  const Panel = useLater(loadBoard);
  return Panel && <Panel game={game} />;
}

export function BoardPage({ system, shared }: { system: string; shared: string | null }) {
  const Start = useLater(loadStart);
  return Start ? <Start system={system} shared={shared} /> : <p class="loading">{t('loading')}</p>;
}

const loadLesson = () => import('../learn/lesson').then((module) => module.LessonPanel);
const loadLearn = () => import('../learn/learn').then((module) => module.LearnPage);
const loadDaily = () => import('../learn/learn').then((module) => module.DailyPuzzle);

/** Beside a lesson or a puzzle: the task, and its result. */
export function LessonBeside({ game }: { game: Game }) {
  const Panel = useLater(loadLesson);
  return Panel && <Panel game={game} />;
}

export function LearnPage() {
  const Page = useLater(loadLearn);
  return Page ? <Page /> : <p class="loading">{t('loading')}</p>;
}

const loadReport = () => import('../learn/report').then((module) => module.ReportPage);
const loadStudy = () => import('../learn/study').then((module) => module.StudyPage);

export function ReportPage({ id }: { id: string }) {
  const Page = useLater(loadReport);
  return Page ? <Page id={id} /> : <p class="loading">{t('loading')}</p>;
}

export function StudyPage({ id, shared }: { id: string; shared: string | null }) {
  const Page = useLater(loadStudy);
  return Page ? <Page id={id} shared={shared} /> : <p class="loading">{t('loading')}</p>;
}

const loadCampaigns = () => import('./campaigns').then((module) => module.CampaignsPage);

export function CampaignsPage({ number }: { number: string }) {
  const Page = useLater(loadCampaigns);
  return Page ? <Page number={number} /> : <p class="loading">{t('loading')}</p>;
}

export function DailyPuzzle() {
  const Link = useLater(loadDaily);
  return Link && <Link />;
}
