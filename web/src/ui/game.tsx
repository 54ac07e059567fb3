// game.tsx — the game screen: map, prompt and verbs under it, panels beside it (below it on a phone).

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { nextIdle } from '../model/act';
import { Game } from '../model/game';
import { askOdds, doneWith, hintHexes, hintNow, withOdds } from '../model/hints';
import { pageTitle, somebodyCame, yourTurn } from '../model/notify';
import { drawnSlot } from '../model/order';
import { addressOf, go, route } from '../model/route';
import { bareWords } from '../model/sentence';
import { appearance, settings } from '../model/settings';
import type { GameState } from '../model/state';
import { useStore } from '../model/store';
import { ApiError, enterGame } from '../net/api';
import { fileAt, isBoard, isLesson, isShown, isTask } from '../net/here';
import type { GameInfo, Hint } from '../net/protocol';
import { AffairsPanel, OpeningGoals, OpeningHere } from './affairs';
import { BattleBox } from './battle';
import { CarriedHere } from './carried';
import { ClockLine, OfferedSeat } from './clock';
import { Curtain, EndWarning, GuardWarning, HelpDialog, RuinWarning, RuleDialog, TakeBack } from './dialogs';
import { InviteDialog, justMade } from './invite';
import { BoardBeside, BookBeside, LessonBeside, openBook, PeopleDialogs, ShowBeside } from './lazy';
import { Announcer, LogPanel, showHexes } from './log';
import { MapView } from './map';
import { Actors, OrderBuilder, Prompt, VerbHelp, Verbs } from './orders';
import { GameOver } from './over';
import { PhaseTrack } from './phases';
import { ComparedBar, InHand, PageDialog } from './plans';
import { PointCard } from './point';
import { RecordPanel, ScoreLine } from './record';
import { ReplayBar } from './replay';
import { ScaleLine } from './scale';
import { SettingsDialog } from './settings';
import { TablesDialog } from './tables';
import { StackPanel, UnitsPanel } from './units';
import { WantedHere } from './wanted';
import { Since, WatchBar } from './watch';
import { capital, RuleLink, Sentence } from './words';

/** A what-if is called by its own name. */
const titleOf = (game: GameInfo | undefined) => (game?.name ? `${game.name} · ${game.title}` : (game?.title ?? ''));

function TrackBar({ game, onSettings }: { game: Game; onSettings: () => void }) {
  const keys = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys);
  const connection = useStore(game.store, (state) => state.connection);
  const everOpen = useStore(game.store, (state) => state.everOpen);
  const turns = keys?.turns ?? 0;
  const [more, setMore] = useState(false);
  return (
    <header class="track">
      <a
        href={addressOf('/')}
        class="home"
        aria-label={t('home')}
        title={t('home')}
        onClick={(event) => {
          event.preventDefault();
          go('/');
        }}
      >
        <img src={fileAt('icon.svg')} alt="" width="28" height="28" />
      </a>
      <div class="track-words">
        <h1>
          {keys?.game.whatIf && <span class="try">⇝ {t('try.title')}</span>} {titleOf(keys?.game) || '…'}
        </h1>
        <p title={bareWords(keys?.track ?? '')}>{capital(bareWords(keys?.track ?? ''))}</p>
      </div>
      {keys?.game.origin && (
        <button
          type="button"
          class="try-back"
          onClick={() => go(`/g/${keys.game.origin}?order=${keys.game.originOrder ?? 0}`)}
        >
          ↩ {t('try.back')}
        </button>
      )}
      {turns > 1 && turns <= 40 && (
        <ol class="pips" aria-label={t('track.turn', { n: keys!.turn, turns })}>
          {Array.from({ length: turns }, (_, i) => (
            <li key={i} class={i + 1 < keys!.turn ? 'past' : i + 1 === keys!.turn ? 'now' : ''} aria-hidden="true">
              {i + 1 === keys!.turn ? i + 1 : ''}
            </li>
          ))}
        </ol>
      )}
      <PhaseTrack game={game} />
      <ScoreLine game={game} />
      <ClockLine game={game} />
      <Presence game={game} />
      {connection !== 'open' && connection !== 'shut' && everOpen && (
        <span class="connection" role="status">
          {t('connection.broken')}
        </span>
      )}
      <div
        class={more ? 'head-tools open' : 'head-tools'}
        role="toolbar"
        aria-label={t('header.more')}
        onClick={() => setMore(false)}
      >
        <button
          type="button"
          class="icon"
          onClick={() => game.store.set({ tables: { cell: game.state.draft?.forecast?.cell ?? null } })}
          aria-label={t('tables.title')}
          title={t('tables.title')}
        >
          ▦
        </button>
        <button
          type="button"
          class="icon"
          onClick={() => openBook(game.state.scenario?.system, null)}
          aria-label={t('book.title')}
          title={t('book.title')}
        >
          §
        </button>
        <button
          type="button"
          class="icon"
          onClick={() => game.store.set({ help: '' })}
          aria-label={t('help.title')}
          title={t('help.title')}
        >
          ?
        </button>
        <button type="button" class="icon" onClick={onSettings} aria-label={t('settings.title')}>
          ⚙
        </button>
      </div>
      <button
        type="button"
        class="icon head-more"
        aria-expanded={more}
        aria-label={t('header.more')}
        onClick={() => setMore(!more)}
      >
        ⋯
      </button>
    </header>
  );
}

function HintCard({ game }: { game: Game }) {
  useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.hintsDone);
  useStore(game.store, (state) => state.map);
  useStore(game.store, (state) => state.verbs);
  const wanted = useStore(settings, (value) => value.hints);
  const small = useStore(appearance, (value) => value.small);
  const odds = useStore(game.store, (state) => state.odds);
  const found = hintNow(game.state);
  useEffect(() => {
    if (found) askOdds(game, found.hint.text.en ?? '');
  }, [found?.hint.text.en, odds]);
  if (!found || !wanted) return null;
  const { hint, index } = found;
  const text = withOdds(hint.text[language()] ?? hint.text.en ?? '', odds);
  if (text === null) return null;
  const about = hintHexes(game.state, hint);
  return (
    <div class="hint" role="note" aria-label={t('hint.title')}>
      <span aria-hidden="true" class="lamp">
        i
      </span>
      <p tabIndex={small ? 0 : undefined}>
        <Sentence game={game} text={text} /> {hint.rule && <RuleLink game={game} id={hint.rule} />}
        {about.length > 0 && (
          <button
            type="button"
            class="where"
            title={t('log.show')}
            aria-label={t('log.show')}
            onClick={() => showHexes(about)}
          >
            ◎
          </button>
        )}
      </p>
      <button type="button" onClick={() => doneWith(game, index)}>
        {t('hint.done')}
      </button>
    </div>
  );
}

interface Board {
  pixelOf(hex: number): { y: number };
  pan(dx: number, dy: number): void;
}

const HALF = 26; // px of a counter above or below its middle
const EDGE = 60; // px at the edge of the map where nothing is moved to
const SETTLES = 300; // ms until the map and the boxes on it have their size

const FEW = 3; // hexes that the map can make room for

/** The hexes that a hint must not cover: its own, or, if it names none, those of the few counters that can act. */
function subject(state: GameState, hint: Hint): number[] {
  const about = hintHexes(state, hint);
  if (about.length) return about;
  const acting = [...state.actors.keys()].flatMap((i) => state.position?.pieces.get(i)?.hex ?? []);
  const hexes = [...new Set(acting)].filter((hex) => hex >= 0);
  return hexes.length <= FEW ? hexes : [];
}

/** On a small screen the hint is on the map: below if its subject stands in the upper half, else above. Once for each
 * hint, the map makes room for a subject that the card would cover. */
function HintHere({ game }: { game: Game }) {
  useStore(game.store, (state) => state.position);
  const map = useStore(game.store, (state) => state.map);
  const actors = useStore(game.store, (state) => state.actors); // the map goes to a new hint when they are known
  useStore(game.store, (state) => state.hintsDone);
  useStore(game.store, (state) => state.odds);
  const [low, setLow] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const cleared = useRef(-1);
  const found = hintNow(game.state);
  useEffect(() => {
    const canvas = document.querySelector<HTMLCanvasElement & { board?: Board }>('.map canvas');
    if (!found || !canvas?.board) return;
    const { board } = canvas;
    const heights = () => subject(game.state, found.hint).map((hex) => board.pixelOf(hex).y);
    const { top, bottom, height } = canvas.getBoundingClientRect();
    const at = heights();
    setLow(at.length > 0 && at.filter((y) => y < top + height / 2).length * 2 >= at.length);
    const later = window.setTimeout(() => {
      const box = card.current?.getBoundingClientRect();
      if (!box?.height || !game.state.verbs.length || cleared.current === found.index) return;
      cleared.current = found.index;
      const spots = heights();
      if (!spots.some((y) => y > box.top - HALF && y < box.bottom + HALF)) return;
      const above = box.top - top > bottom - box.bottom; // where there is more room
      if (above) board.pan(0, Math.max(box.top - HALF - Math.max(...spots), top + EDGE - Math.min(...spots)));
      else board.pan(0, Math.min(box.bottom + HALF - Math.min(...spots), bottom - EDGE - Math.max(...spots)));
    }, SETTLES);
    return () => clearTimeout(later);
  }, [found?.index, map, actors]);
  return (
    <div ref={card} class={low ? 'hint-here low on-map' : 'hint-here on-map'}>
      <HintCard game={game} />
    </div>
  );
}

const TABS = ['orders', 'log', 'units', 'affairs', 'record'] as const;

function Panels({ game }: { game: Game }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('orders');
  const told = useStore(game.store, (state) => {
    const { panels, aims, standing } = state.looks?.declared ?? {};
    return !!(panels || aims || standing?.length);
  });
  const tabs = TABS.filter((one) => one !== 'affairs' || told);
  const draft = useStore(game.store, (state) => state.draft !== null);
  const odds = useStore(game.store, (state) => !!state.draft?.forecast);
  const replaying = useStore(game.store, (state) => state.replay !== null);
  const small = useStore(appearance, (value) => value.small);
  const chat = useStore(game.store, (state) => state.chat.length);
  const read = useStore(game.store, (state) => state.read);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false); // matters on a small screen, where the lists are a sheet over the map
  const show = (one: (typeof TABS)[number]) => {
    setOpen(one !== tab || !open);
    setTab(one);
  };
  useEffect(() => {
    const map = document.querySelector('.board .map');
    const fold = () => setOpen(false);
    map?.addEventListener('pointerdown', fold);
    return () => map?.removeEventListener('pointerdown', fold);
  }, []);
  useEffect(() => {
    if (draft) setTab('orders');
  }, [draft]);
  useEffect(() => {
    const talk = () => {
      setTab('record');
      setOpen(true);
    };
    const orders = () => {
      setTab('orders');
      setOpen(true);
    };
    document.addEventListener('sandtable-talk', talk);
    document.addEventListener('sandtable-orders', orders);
    return () => {
      document.removeEventListener('sandtable-talk', talk);
      document.removeEventListener('sandtable-orders', orders);
    };
  }, []);
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = 0; // new messages stand first
  }, [tab, draft]);
  useEffect(() => {
    if (tab === 'record') game.store.set({ read: chat });
  }, [tab, chat]);
  return (
    <aside class={open ? 'panels open' : 'panels'} aria-label={t('panels')}>
      <div class="tabs" role="tablist" aria-label={t('panels')}>
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            role="tab"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => show(one)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              if (!by) return;
              const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!;
              setTab(next);
              document.getElementById(`tab-${next}`)?.focus();
            }}
          >
            {t(`tab.${one}`)}
            {one === 'record' && chat > read && <span class="badge">{chat - read}</span>}
          </button>
        ))}
      </div>
      <div ref={panel} id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        <h2 class="sr-only">{t(`tab.${tab}`)}</h2>
        {tab === 'orders' && replaying && (
          <>
            <p class="quiet">{t('replay.past')}</p>
            <StackPanel game={game} />
          </>
        )}
        {tab === 'orders' && !replaying && (
          <>
            {!odds && !small && <HintCard game={game} />}
            <OrderBuilder game={game} />
            <InHand game={game} />
            <OpeningGoals game={game} />
            {odds && !small && <HintCard game={game} />}
            <StackPanel game={game} />
            <Actors game={game} />
            <VerbHelp game={game} />
            <Since game={game} />
            <LogPanel game={game} most={12} />
          </>
        )}
        {tab === 'log' && (
          <>
            <Since game={game} />
            <LogPanel game={game} />
          </>
        )}
        {tab === 'units' && <UnitsPanel game={game} />}
        {tab === 'affairs' && <AffairsPanel game={game} />}
        {tab === 'record' && <RecordPanel game={game} />}
      </div>
    </aside>
  );
}

/** The other players here and whether they are present; a click leads to the chat. */
function Presence({ game }: { game: Game }) {
  const seats = useStore(game.store, (state) => state.position?.keys.game.seats);
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  const others = seats?.filter((seat) => seat.kind === 'human' && !you.includes(seat.side)) ?? [];
  if (!others.length) return null;
  return (
    <button type="button" class="presence" onClick={openTalk} title={t('chat.title')}>
      {others.map((seat) => (
        <span key={seat.side} class={seat.online ? 'here' : 'away'}>
          {seat.online ? '●' : '○'} {seat.name}{' '}
          <span class="sr-only">{seat.online ? t('people.here') : t('people.away')}</span>
        </span>
      ))}
    </button>
  );
}

const openTalk = () => document.dispatchEvent(new CustomEvent('sandtable-talk'));
const openOrders = () => document.dispatchEvent(new CustomEvent('sandtable-orders'));

/** The latest chat that was not read yet, over the map. */
function Said({ game }: { game: Game }) {
  const chat = useStore(game.store, (state) => state.chat);
  const read = useStore(game.store, (state) => state.read);
  const last = chat[chat.length - 1];
  if (!last || chat.length <= read) return null;
  return (
    <button type="button" class="said on-map" onClick={openTalk}>
      <b>{last.name}</b> {last.text}
      {chat.length - read > 1 && <span class="badge">{chat.length - read}</span>}
    </button>
  );
}

/** A game that the server cannot open: why, and the way back. */
function Shut({ game }: { game: Game }) {
  const shut = useStore(game.store, (state) => state.connection === 'shut');
  const trouble = useStore(game.store, (state) => state.trouble);
  if (!shut) return null;
  return (
    <div class="shut on-map" role="alert">
      <p>{capital(trouble)}</p>
      <button type="button" class="primary" onClick={() => go('/')}>
        {t('home')}
      </button>
    </div>
  );
}

function Notice({ game }: { game: Game }) {
  const notice = useStore(game.store, (state) => (state.connection === 'shut' ? null : state.notice));
  useEffect(() => {
    if (!notice) return;
    const away = () => game.notice(null);
    const timer = window.setTimeout(away, 7000);
    const map = document.querySelector('.board .map');
    map?.addEventListener('pointerdown', away); // a player who goes on has read it
    return () => {
      clearTimeout(timer);
      map?.removeEventListener('pointerdown', away);
    };
  }, [notice]);
  return (
    <div class={notice ? 'toast' : 'sr-only'} role="status">
      {notice}
    </div>
  );
}

/** Whether Enter finishes what is being drawn: not on a button, and on the map only if no hex is pointed at. */
function finishes(event: KeyboardEvent, game: Game): boolean {
  const { draft } = game.state;
  const on = (event.target as HTMLElement).closest('button, a, canvas, summary');
  return !on && !!draft?.complete && drawnSlot(draft) !== null;
}

/** Keys of the map that also work while another element has the focus, and those that work while none has it. */
const TO_MAP = ['n', 'p'];
const TO_MAP_FREE = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '+', '=', '-', '0'];

/** Gives such a key, and the focus, to the map; false if the map has it or has no use for it. */
function handToMap(event: KeyboardEvent): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.map canvas');
  const free = event.target === document.body && TO_MAP_FREE.includes(event.key);
  if (!canvas || event.target === canvas || event.ctrlKey || !(free || TO_MAP.includes(event.key))) return false;
  canvas.focus();
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, shiftKey: event.shiftKey }));
  return true;
}

/** Keys that work anywhere on the screen. */
function useKeys(game: Game) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const inField = (event.target as HTMLElement).closest('input, textarea, select');
      if (inField || document.querySelector('dialog[open]') || event.altKey || event.metaKey) return;
      if (event.key === 'Escape') {
        const busy = game.state.refusal || game.state.draft || game.state.pointing || game.state.load;
        if (game.state.load) game.store.set({ load: null });
        if (game.state.pointing) game.looking.showOverlay(null);
        game.clearRefusal();
        if (game.state.draft) game.drafting.cancel();
        else if (!busy) game.select(null);
      } else if (event.key === 'Backspace' && game.state.draft && drawnSlot(game.state.draft) !== null)
        game.inTurn(() => game.drafting.dropWaypoint());
      else if (event.key === 'Enter' && (finishes(event, game) || (event.ctrlKey && game.state.draft?.complete)))
        game.inTurn(() => game.giving.confirm());
      else if (event.key === 'o' && game.state.draft?.complete) game.inTurn(() => game.giving.confirm());
      else if (event.key === 'l' && game.looking.sightKind) game.looking.toggleSight();
      else if (event.key === '?') game.store.set({ help: '' });
      else if (event.key === '.' || event.key === ',') nextIdle(game, event.key === '.' ? 1 : -1);
      else if (event.key.toLowerCase() === 'z' && event.ctrlKey && game.state.position?.keys.canUndo)
        game.giving.undo();
      else if (!handToMap(event)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [game]);
}

/** A short word of the rulebook leads to the help, which keys reach by its button. */
function useTerms(game: Game) {
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const word = (event.target as Element).closest<HTMLElement>('.game abbr')?.dataset.term;
      if (word) game.store.set({ help: word });
    };
    document.addEventListener('click', click);
    return () => document.removeEventListener('click', click);
  }, [game]);
}

/** An element with the keyboard's focus may vanish when it is answered; the focus then goes to the order in the making,
 * or to the next question, and not back to the top of the page. */
function useFocusKept() {
  useEffect(() => {
    let last: Element | null = null;
    const note = (event: FocusEvent) => {
      const target = event.target as Element;
      last = target.matches(':focus-visible') ? target : null;
    };
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      (document.querySelector<HTMLElement>('.draft') ?? document.querySelector<HTMLElement>('.prompt'))?.focus();
    });
    document.addEventListener('focusin', note);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, []);
}

/** The side whose view is shown, if that is not plain; a visitor at a free seat can take it here. */
function Fog({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const nameOf = (word: string) => sides.find((side) => side.word === word)?.name ?? word;
  if (!keys || keys.you.length === 1) return null;
  if (keys.you.length > 1) return <p class="fog">{t('fog.as', { side: nameOf(keys.as) })}</p>;
  const free = keys.over ? [] : keys.game.seats.filter((seat) => seat.kind === 'open');
  if (!free.length) return <p class="fog">{t('fog.spectator')}</p>;
  return (
    <p class="fog seats-free">
      {t('fog.seat')}
      {free.map(({ side }) => (
        <button type="button" key={side} class="primary" onClick={() => game.sitDown(side)}>
          {t('fog.sit', { side: nameOf(side) })}
        </button>
      ))}
    </p>
  );
}

function Screen({ game }: { game: Game }) {
  useLanguage();
  useKeys(game);
  useFocusKept();
  useTerms(game);
  const [asking, setAsking] = useState(false);
  const keys = useStore(game.store, (state) => state.position?.keys);
  const failed = useStore(game.store, (state) => state.failed);
  const curtain = useStore(game.store, (state) => state.curtain);
  const replaying = useStore(game.store, (state) => state.replay !== null);
  const comparing = useStore(game.store, (state) => state.compared !== null);
  const mine = keys?.question?.yours ?? false;
  const small = useStore(appearance, (value) => value.small);
  const drafting = useStore(game.store, (state) => !!state.draft?.args.length);
  const waiting = useStore(game.store, (state) => state.waiting);
  const watching = !!waiting && (waiting.orders > 0 || waiting.halted || !mine);
  const title = keys && `${keys.game.whatIf ? '⇝ ' : ''}${titleOf(keys.game)}`;
  const whatIf = keys?.game.whatIf ? ' what-if' : '';
  useEffect(() => pageTitle(mine, title ?? null), [mine, title]);
  return (
    <div class={`game${curtain ? ' hidden-game' : ''}${whatIf}${replaying ? ' in-past' : ''}`}>
      <TrackBar game={game} onSettings={() => setAsking(true)} />
      <main class="table">
        <div class="board">
          {!isLesson(game.id) && <ScaleLine game={game} />}
          <MapView game={game}>
            <BattleBox game={game} />
            <PointCard game={game} />
            {small && !drafting && <HintHere game={game} />}
            {small && <OpeningHere game={game} onOpen={openOrders} />}
            <Said game={game} />
            <Notice game={game} />
            <Shut game={game} />
            <TakeBack game={game} />
          </MapView>
          <div class="bottom">
            <Fog game={game} />
            <OfferedSeat game={game} />
            {comparing ? (
              <ComparedBar game={game} />
            ) : replaying ? (
              <ReplayBar game={game} />
            ) : watching ? (
              <WatchBar game={game} />
            ) : (
              <>
                <Prompt game={game} />
                {small && <WantedHere game={game} />}
                <CarriedHere game={game} />
                <Verbs game={game} />
              </>
            )}
          </div>
        </div>
        <Panels game={game} />
        <BookBeside />
        {isShown(game.id) && <ShowBeside game={game} />}
        {isBoard(game.id) && <BoardBeside game={game} />}
        {isTask(game.id) && <LessonBeside game={game} />}
      </main>
      <Announcer game={game} />
      <HelpDialog game={game} />
      <TablesDialog game={game} />
      <RuleDialog game={game} />
      <EndWarning game={game} />
      <GuardWarning game={game} />
      <RuinWarning game={game} />
      <GameOver game={game} />
      <PageDialog game={game} />
      <InviteDialog game={game} />
      <PeopleDialogs game={game} />
      <Curtain game={game} />
      {asking && <SettingsDialog session={null} onClose={() => setAsking(false)} />}
      {failed && (
        <p class="problem" role="alert">
          {failed}
        </p>
      )}
    </div>
  );
}

export function GameScreen({ id, invite }: { id: string; invite: string | null }) {
  const [game, setGame] = useState<Game | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useLayoutEffect(() => {
    let made: Game | null = null;
    let gone = false;
    const asked = enterGame(id, invite);
    asked.session.then(
      () => {
        if (gone) return;
        made = new Game(id, invite);
        made.from = route.get().from;
        made.offer = route.get().offer;
        if (justMade.delete(id)) made.store.set({ inviting: true });
        made.onJoined = somebodyCame;
        made.onYourTurn = () => yourTurn(made?.state.position?.keys.game.title ?? '');
        setGame(made);
        // A socket that is refused cannot say why.
        asked.game.catch((error) => {
          if (!(error instanceof ApiError) || error.status >= 500) return;
          made?.close();
          setProblem(t('game.missing'));
        });
      },
      (error) => setProblem((error as Error).message),
    );
    return () => {
      gone = true;
      made?.close();
    };
  }, [id, invite]);
  if (problem) return <Problem text={problem} />;
  return game ? <Screen game={game} /> : <p class="loading">{t('loading')}</p>;
}

function Problem({ text }: { text: string }) {
  return (
    <p class="problem alone" role="alert">
      {text} <a href={addressOf('/')}>{t('home')}</a>
    </p>
  );
}
