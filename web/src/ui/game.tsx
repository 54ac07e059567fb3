// game.tsx — the game screen: map, prompt and verbs under it, panels beside it (below it on a phone).

import { useEffect, useRef, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { Board } from '../map/board';
import { candidatesAt, choosePiece, clickHex } from '../model/act';
import { Game } from '../model/game';
import { pageTitle, yourTurn } from '../model/notify';
import { go } from '../model/route';
import { appearance, settings } from '../model/settings';
import { useStore } from '../model/store';
import { ApiError, getGame, getSession } from '../net/api';
import type { Piece } from '../net/protocol';
import { Curtain, EndWarning, RuleDialog, TakeBack } from './dialogs';
import { Announcer, LogPanel } from './log';
import { Actors, hexWords, OrderBuilder, Prompt, Refused, Verbs } from './orders';
import { RecordPanel, ScoreLine } from './record';
import { SettingsDialog } from './settings';
import { pieceInFull, StackPanel, UnitsPanel } from './units';
import { RuleLink, Sentence } from './words';

function MapView({ game }: { game: Game }) {
  const map = useStore(game.store, (state) => state.map);
  const ready = useStore(game.store, (state) => state.position !== null);
  const dark = useStore(appearance, (value) => value.dark);
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<Board | null>(null);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!canvas.current || !map || !ready) return;
    // Each click means something after the one before it has been answered, so they are taken in turn.
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => {
      turn = turn.then(work, work);
    };
    const made = new Board(canvas.current, map, game, {
      click: (hex) => inTurn(() => clickHex(game, hex)),
      pickPiece: (piece) => inTurn(async () => (await game.toggle(piece)) || choosePiece(game, piece)),
      drop: (piece, hex) => inTurn(() => dropOn(game, piece, hex)),
      box: (hexes) =>
        inTurn(async () => {
          for (const hex of hexes)
            for (const { piece, chosen } of candidatesAt(game, hex)) if (!chosen) await game.toggle(piece);
        }),
      cursor: (hex) => setSpoken(describeHex(game, hex)),
    });
    made.setDark(appearance.get().dark);
    board.current = made;
    Object.assign(canvas.current, { board: made });
    const show = (event: Event) => made.show((event as CustomEvent<number[]>).detail);
    document.addEventListener('sandtable-show', show);
    return () => {
      document.removeEventListener('sandtable-show', show);
      made.destroy();
      board.current = null;
    };
  }, [map, ready, game]);
  useEffect(() => board.current?.setDark(dark), [dark]);
  return (
    <div class="map">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={t('map.label')}
        aria-describedby="map-help"
      />
      <p id="map-help" class="sr-only">
        {t('map.help')}
      </p>
      <div class="sr-only" aria-live="polite">
        {spoken}
      </div>
      <div class="zoom" role="group" aria-label={t('map.zoom')}>
        <button type="button" onClick={() => board.current?.zoomBy(1)} aria-label={t('map.in')}>
          +
        </button>
        <button type="button" onClick={() => board.current?.zoomBy(-1)} aria-label={t('map.out')}>
          −
        </button>
        <button type="button" onClick={() => board.current?.fit()} aria-label={t('map.fit')}>
          ⤢
        </button>
      </div>
      <Overlays game={game} />
      <Refused game={game} />
    </div>
  );
}

/** A counter was dragged to a hex. */
async function dropOn(game: Game, piece: Piece, hex: number): Promise<void> {
  if (game.state.selectedPiece !== piece.i || !game.state.draft) await choosePiece(game, piece);
  if (!(await game.pickHex(hex))) await game.whyNot(hex);
}

function describeHex(game: Game, hex: number): string {
  const parts = [hexWords(game, hex)];
  const { map, draft } = game.state;
  if (map) parts.push(map.terrainWords.filter((_, i) => map.terrain[hex]! & (1 << i)).join(' '));
  const end = draft?.reach?.ends.find((one) => one.hex === hex);
  if (end) parts.push(t('map.reach', { cost: end.cost }));
  if (draft?.next.some((choice) => choice.type === 'hex' && choice.hex === hex)) parts.push(t('map.target'));
  for (const piece of game.shown()?.stacks.get(hex) ?? []) parts.push(pieceInFull(piece));
  return parts.filter(Boolean).join('; ');
}

function Overlays({ game }: { game: Game }) {
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const overlay = useStore(game.store, (state) => state.overlay);
  const control = useStore(game.store, (state) => state.showControl);
  const as = useStore(game.store, (state) => state.position?.keys.as);
  const value = control ? 'control' : overlay ? `${overlay.kind}:${overlay.side ?? ''}` : '';
  return (
    <label class="overlays">
      <span class="sr-only">{t('overlay.title')}</span>
      <select
        value={value}
        onChange={(event) => {
          const [kind, side] = event.currentTarget.value.split(':');
          game.showOverlay(kind || null, side || null);
        }}
      >
        <option value="">{t('overlay.none')}</option>
        <option value="control">{t('overlay.control')}</option>
        {sides.flatMap((side) =>
          ['supply', 'zoc', ...(side.word === as ? ['threat'] : [])].map((kind) => (
            <option key={`${kind}:${side.word}`} value={`${kind}:${side.word}`}>
              {t(`overlay.${kind}`, { side: side.name })}
            </option>
          )),
        )}
      </select>
    </label>
  );
}

function TrackBar({ game, onSettings }: { game: Game; onSettings: () => void }) {
  const keys = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys);
  const connection = useStore(game.store, (state) => state.connection);
  const everOpen = useStore(game.store, (state) => state.everOpen);
  const turns = keys?.turns ?? 0;
  return (
    <header class="track">
      <a
        href="/"
        class="home"
        aria-label={t('home')}
        title={t('home')}
        onClick={(event) => {
          event.preventDefault();
          go('/');
        }}
      >
        <img src="/icon.svg" alt="" width="28" height="28" />
      </a>
      <div class="track-words">
        <h1>{keys?.game.title ?? '…'}</h1>
        <p>{keys?.track}</p>
      </div>
      {turns > 0 && turns <= 40 && (
        <ol class="pips" aria-label={t('track.turn', { n: keys!.turn, turns })}>
          {Array.from({ length: turns }, (_, i) => (
            <li key={i} class={i + 1 < keys!.turn ? 'past' : i + 1 === keys!.turn ? 'now' : ''} aria-hidden="true">
              {i + 1 === keys!.turn ? i + 1 : ''}
            </li>
          ))}
        </ol>
      )}
      <ScoreLine game={game} />
      {connection !== 'open' && everOpen && (
        <span class="connection" role="status">
          {t('connection.broken')}
        </span>
      )}
      <button type="button" class="icon" onClick={onSettings} aria-label={t('settings.title')}>
        ⚙
      </button>
    </header>
  );
}

function HintCard({ game }: { game: Game }) {
  useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.hintsDone);
  useStore(game.store, (state) => state.verbs);
  const wanted = useStore(settings, (value) => value.hints);
  const found = game.hint();
  if (!found || !wanted) return null;
  const { hint, index } = found;
  return (
    <aside class="hint" aria-label={t('hint.title')}>
      <span aria-hidden="true" class="lamp">
        i
      </span>
      <p>
        <Sentence game={game} text={hint.text[language()] ?? hint.text.en ?? ''} />{' '}
        {hint.rule && <RuleLink game={game} id={hint.rule} />}
      </p>
      <button type="button" onClick={() => game.doneWithHint(index)}>
        {t('hint.done')}
      </button>
    </aside>
  );
}

const TABS = ['orders', 'log', 'units', 'record'] as const;

function Panels({ game }: { game: Game }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('orders');
  const draft = useStore(game.store, (state) => state.draft !== null);
  const odds = useStore(game.store, (state) => !!state.draft?.forecast);
  const chat = useStore(game.store, (state) => state.chat.length);
  const [read, setRead] = useState(chat);
  useEffect(() => {
    if (draft) setTab('orders');
  }, [draft]);
  useEffect(() => {
    if (tab === 'record') setRead(chat);
  }, [tab, chat]);
  return (
    <aside class="panels">
      <div class="tabs" role="tablist" aria-label={t('panels')}>
        {TABS.map((one) => (
          <button
            type="button"
            key={one}
            role="tab"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              if (!by) return;
              const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length]!;
              setTab(next);
              document.getElementById(`tab-${next}`)?.focus();
            }}
          >
            {t(`tab.${one}`)}
            {one === 'record' && chat > read && <span class="badge">{chat - read}</span>}
          </button>
        ))}
      </div>
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        {tab === 'orders' && (
          <>
            {!odds && <HintCard game={game} />}
            <OrderBuilder game={game} />
            {odds && <HintCard game={game} />}
            <StackPanel game={game} />
            <Actors game={game} />
            <LogPanel game={game} most={12} />
          </>
        )}
        {tab === 'log' && <LogPanel game={game} />}
        {tab === 'units' && <UnitsPanel game={game} />}
        {tab === 'record' && <RecordPanel game={game} />}
      </div>
    </aside>
  );
}

function Notice({ game }: { game: Game }) {
  const notice = useStore(game.store, (state) => state.notice);
  useEffect(() => {
    if (!notice) return;
    const timer = window.setTimeout(() => game.notice(null), 7000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class={notice ? 'toast' : 'sr-only'} role="status">
      {notice}
    </div>
  );
}

/** Keys that work anywhere on the screen. */
function useKeys(game: Game) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const inField = (event.target as HTMLElement).closest('input, textarea, select, dialog');
      if (inField || event.altKey || event.metaKey) return;
      if (event.key === 'Escape') {
        if (game.state.refusal) game.clearRefusal();
        else if (game.state.draft) game.cancel();
        else game.select(null);
      } else if (event.key.toLowerCase() === 'z' && event.ctrlKey && game.state.position?.keys.canUndo) game.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [game]);
}

/** What had the keyboard's focus may vanish when it is answered; the focus then goes to the order in the making, or to
 * the next question, and not back to the top of the page. */
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

function ReplayBar({ game, at, total }: { game: Game; at: number; total: number }) {
  return (
    <div class="prompt replaying" role="status">
      <p>
        <strong>{t('replay.title')}.</strong> {t('replay.order', { n: at, total })}
      </p>
      <p class="buttons">
        <button
          type="button"
          disabled={at <= 0}
          onClick={() => game.replayTo(at - 1)}
          aria-label={t('replay.back')}
        >
          ◀
        </button>
        <button
          type="button"
          disabled={at >= total}
          onClick={() => game.replayTo(at + 1)}
          aria-label={t('replay.on')}
        >
          ▶
        </button>
        <button type="button" class="primary" onClick={() => game.endReplay()}>
          {t('replay.end')}
        </button>
      </p>
    </div>
  );
}

function Screen({ game }: { game: Game }) {
  useLanguage();
  useKeys(game);
  useFocusKept();
  const [asking, setAsking] = useState(false);
  const keys = useStore(game.store, (state) => state.position?.keys);
  const failed = useStore(game.store, (state) => state.failed);
  const curtain = useStore(game.store, (state) => state.curtain);
  const replay = useStore(game.store, (state) => state.replay);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const nameOf = (word: string) => sides.find((side) => side.word === word)?.name ?? word;
  const mine = keys?.question?.yours ?? false;
  useEffect(() => pageTitle(mine, keys?.game.title ?? null), [mine, keys?.game.title]);
  const sit = keys && keys.you.length === 0 && keys.game.seats.some((seat) => seat.kind === 'open');
  return (
    <div class={`game${curtain ? ' hidden-game' : ''}`}>
      <TrackBar game={game} onSettings={() => setAsking(true)} />
      <div class="table">
        <div class="board">
          <MapView game={game} />
          <div class="bottom">
            {keys?.as === 'spectator' || keys?.you.length === 0 ? (
              <p class="fog">{sit ? t('fog.seat') : t('fog.spectator')}</p>
            ) : (
              keys && keys.you.length > 1 && <p class="fog">{t('fog.as', { side: nameOf(keys.as) })}</p>
            )}
            {replay ? (
              <ReplayBar game={game} at={replay.at} total={replay.total} />
            ) : (
              <>
                <Prompt game={game} />
                <Verbs game={game} />
              </>
            )}
          </div>
        </div>
        <Panels game={game} />
      </div>
      <Announcer game={game} />
      <Notice game={game} />
      <RuleDialog game={game} />
      <EndWarning game={game} />
      <TakeBack game={game} />
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
  useEffect(() => {
    let made: Game | null = null;
    let gone = false;
    getSession().then(
      () => {
        if (gone) return;
        made = new Game(id, invite);
        made.onYourTurn = () => yourTurn(made?.state.position?.keys.game.title ?? '');
        setGame(made);
        // A socket that is refused cannot say why.
        getGame(id, invite).catch((error) => {
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
      {text} <a href="/">{t('home')}</a>
    </p>
  );
}
