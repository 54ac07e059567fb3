// lobby.tsx — the table of scenarios, my games, open games.

import { useEffect, useRef, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { Names } from '../map/names';
import { paintGround } from '../map/painter';
import { DARK, LIGHT } from '../map/palette';
import { centre, frontOf, mapSize } from '../model/hex';
import { addressOf, go } from '../model/route';
import { adopt, appearance, settings } from '../model/settings';
import { readOptions, sidesFor } from '../model/sides';
import { useStore } from '../model/store';
import {
  createGame,
  forgetGame,
  type GameLists,
  getGames,
  getMap,
  getScenarios,
  getSession,
  joinGame,
  type Session,
  seatAction,
} from '../net/api';
import { canHandOver, engine, fileAt, hasEngine, isHere, site } from '../net/here';
import type { GameInfo, Scenario, Seat } from '../net/protocol';
import { DailyPuzzle, SeekPart } from './lazy';
import { SettingsDialog } from './settings';
import { SideName } from './words';

/** The map of a scenario where its front is, small, with a square a stack; drawn when the page is otherwise done. */
export function MapPicture({ scenario, path = scenario.id }: { scenario: Scenario; path?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useStore(appearance, (value) => value.dark);
  useEffect(() => {
    let gone = false;
    const later = window.setTimeout(async () => {
      const map = await getMap(path).catch(() => null);
      const element = canvas.current;
      if (gone || !map || !element) return;
      const size = mapSize(map);
      const dpr = Math.min(devicePixelRatio || 1, 2);
      const width = element.clientWidth * dpr;
      const height = element.clientHeight * dpr;
      const scale = Math.max(width / (size.width - 0.6), height / (size.height - 0.8), 9.5 * dpr);
      const middle = frontOf(map, scenario.start ?? []) ?? { x: size.width / 2, y: size.height / 2 };
      const left = Math.min(
        Math.max(middle.x - width / scale / 2, 0.3),
        Math.max(0.3, size.width - width / scale - 0.3),
      );
      const top = Math.min(
        Math.max(middle.y - height / scale / 2, 0.4),
        Math.max(0.4, size.height - height / scale - 0.4),
      );
      const patch = { left, top, width: width / scale, height: height / scale, scale, dpr: 1, dark };
      const ground = await paintGround(map, patch);
      if (gone) return;
      element.width = width;
      element.height = height;
      const context = element.getContext('2d', { alpha: false })!;
      context.drawImage(ground, 0, 0);
      new Names(map).draw(context, left, top, scale, 1, dark ? DARK : LIGHT, new Map());
      for (const [hex, side] of scenario.start ?? []) {
        const at = centre(map, hex);
        const edge = scale * 0.9;
        context.fillStyle = scenario.sides[side]?.colour ?? '#888';
        context.fillRect((at.x - left) * scale - edge / 2, (at.y - top) * scale - edge / 2, edge, edge);
        context.strokeStyle = side % 2 ? '#000' : '#fff';
        context.strokeRect((at.x - left) * scale - edge / 2, (at.y - top) * scale - edge / 2, edge, edge);
      }
    }, 60);
    return () => {
      gone = true;
      clearTimeout(later);
    };
  }, [path, dark]);
  return (
    <canvas ref={canvas} class="picture" role="img" aria-label={t('lobby.picture', { title: scenario.title })} />
  );
}

/** A rulebook that the referee does not know whole yet shows so before a game begins. */
export function Growing({ words }: { words: string }) {
  return (
    <p class="growing">
      <strong>{t('lobby.growing')}</strong> {words}
    </p>
  );
}

function ScenarioCard({ scenario }: { scenario: Scenario }) {
  return (
    <article class="card">
      <MapPicture scenario={scenario} />
      <div class="card-body">
        <h4>{scenario.title}</h4>
        <p class="quiet">
          {t('lobby.facts', {
            turns: t('turns', { n: scenario.turns }),
            counters: t('counters', { n: scenario.counters ?? 0 }),
          })}
        </p>
        <p>{scenario.about}</p>
        <p class="sides">
          {scenario.sides.map((side, i) => (
            <SideName key={side.word} name={side.name} colour={side.colour} index={i} />
          ))}
        </p>
        <details class="source">
          <summary>{t('lobby.source')}</summary>
          {scenario.source}
        </details>
        <button type="button" class="primary" onClick={() => go(`/new/${scenario.id}`)}>
          {t('lobby.play')}
        </button>
      </div>
    </article>
  );
}

/** A rulebook: its description, and its scenarios, the shortest first. */
function Rulebook({ book, games }: { book: Scenario; games: Scenario[] }) {
  const { system, systemTitle, systemAbout, growing } = book;
  return (
    <section class="rulebook" aria-labelledby={`rulebook-${system}`}>
      <h3 id={`rulebook-${system}`}>{systemTitle}</h3>
      {systemAbout && <p class="quiet">{systemAbout}</p>}
      <p>
        <a
          href={addressOf(`/rules/${system}`)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            go(`/rules/${system}`);
          }}
        >
          {t('book.read')}
        </a>
        {hasEngine && ' · '}
        {hasEngine && (
          <a
            href={addressOf(`/board/${system}`)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              go(`/board/${system}`);
            }}
          >
            {t('board.title')}
          </a>
        )}
      </p>
      {growing && <Growing words={growing} />}
      <div class="cards">
        {games.map((scenario) => (
          <ScenarioCard key={scenario.id} scenario={scenario} />
        ))}
      </div>
    </section>
  );
}

/** Begins a first game: the first side is mine, the machine plays the rest. */
function useLesson(scenario: Scenario, onError: (text: string) => void) {
  const [busy, setBusy] = useState(false);
  async function begin() {
    setBusy(true);
    const seats = Object.fromEntries(scenario.sides.map((side, i) => [side.word, i === 0 ? 'me' : 'greedy']));
    try {
      const { id } = await createGame({ scenario: scenario.id, options: {}, seats, public: false });
      go(`/g/${id}`);
    } catch (error) {
      onError((error as Error).message);
      setBusy(false);
    }
  }
  return { busy, begin };
}

function Lesson({ scenario, onError }: { scenario: Scenario; onError: (text: string) => void }) {
  const { busy, begin } = useLesson(scenario, onError);
  return (
    <article class="lesson">
      <MapPicture scenario={scenario} />
      <div>
        <h2>{t('lesson.title')}</h2>
        <p>{t('lesson.words', { title: scenario.title, n: scenario.turns })}</p>
        <p>{scenario.about}</p>
        {scenario.growing && <Growing words={scenario.growing} />}
        <button type="button" class="primary big" disabled={busy} onClick={begin}>
          {t('lesson.begin')}
        </button>
      </div>
    </article>
  );
}

/** The first game of another rulebook, in a line. */
function OtherLesson({ scenario, onError }: { scenario: Scenario; onError: (text: string) => void }) {
  const { busy, begin } = useLesson(scenario, onError);
  return (
    <li>
      <button type="button" disabled={busy} onClick={begin}>
        {t('lesson.of', { system: scenario.systemTitle })}
      </button>{' '}
      <span class="quiet">
        {scenario.title}, {t('turns', { n: scenario.turns })}
      </span>
      {scenario.growing && <span class="unfinished">{t('lobby.unfinished')}</span>}
    </li>
  );
}

/** The link for a player to sit down, put where it can be pasted. */
function InviteButton({ game }: { game: GameInfo }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/g/${game.id}#${game.invite}`;
  return (
    <button type="button" onClick={() => navigator.clipboard?.writeText(link).then(() => setCopied(true))}>
      {copied ? t('copied') : t('lobby.link')}
    </button>
  );
}

/** How it stands: the winner, or the turn and the side that must move. */
function Standing({ game, sideName }: { game: GameInfo; sideName: (word: string) => string }) {
  const asked = game.seats.find((seat) => seat.side === game.asked);
  const when = game.changed && new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <span class="quiet">
      {game.over
        ? game.verdict || t('game.over')
        : [
            game.turn ? t('track.turn', { n: game.turn, turns: game.turns ?? '?' }) : '',
            asked?.you
              ? `● ${t('notify.turn')}`
              : asked &&
                t('game.waiting', {
                  side: asked.name && asked.kind === 'human' ? asked.name : sideName(asked.side),
                }),
          ]
            .filter(Boolean)
            .join(' · ')}
      {when && (
        <time dateTime={new Date(game.changed! * 1000).toISOString()}> · {when.format(game.changed! * 1000)}</time>
      )}
    </span>
  );
}

interface RowProps {
  game: GameInfo;
  scenarios: Scenario[];
  onJoin?: (side: string) => void;
  onForget?: () => void;
  onHandOver?: () => void;
  onDecline?: () => void;
}

function GameRow({ game, scenarios, onJoin, onForget, onHandOver, onDecline }: RowProps) {
  const scenario = scenarios.find((one) => one.id === game.scenario);
  const sides = scenario ? sidesFor(scenario, (name) => readOptions(game.options).get(name)) : [];
  const sideOf = (word: string) => sides.find((side) => side.word === word);
  const link = `/g/${game.id}`;
  const deletes = game.whatIf || isHere(game.id);
  return (
    <li class={game.whatIf ? 'game-row what-if' : 'game-row'}>
      <a
        href={addressOf(link)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          go(link);
        }}
      >
        {game.whatIf && <span class="try">⇝ {t('try.title')}</span>} {game.name ? `${game.name} · ` : ''}
        {game.title}
      </a>
      <Standing game={game} sideName={(word) => sideOf(word)?.name ?? word} />
      <span class="seats">
        {game.seats.map((seat) => (
          <span key={seat.side} class="seat">
            <SideName
              name={sideOf(seat.side)?.name ?? seat.side}
              colour={sideOf(seat.side)?.colour ?? '#888'}
              index={sides.findIndex((one) => one.word === seat.side)}
            />
            : <Sitter seat={seat} onJoin={onJoin} />
          </span>
        ))}
      </span>
      {!game.over && game.invite && game.seats.some((seat) => seat.kind === 'open') && <InviteButton game={game} />}
      {onDecline && (
        <button type="button" onClick={onDecline}>
          {t('seats.decline')}
        </button>
      )}
      {onHandOver && canHandOver(game) && (
        <button type="button" title={t('here.handover.why')} onClick={onHandOver}>
          {t('here.handover')}
        </button>
      )}
      {onForget && (game.over || game.whatIf || isHere(game.id)) && (
        <button
          type="button"
          class="icon"
          aria-label={`${deletes ? t('lobby.delete') : t('lobby.away')}: ${game.name || game.title}`}
          title={deletes ? t('lobby.delete') : t('lobby.away')}
          onClick={onForget}
        >
          ✕
        </button>
      )}
    </li>
  );
}

function Sitter({ seat, onJoin }: { seat: Seat; onJoin?: (side: string) => void }) {
  if (seat.kind === 'open' && onJoin)
    return (
      <button type="button" onClick={() => onJoin(seat.side)}>
        {t('lobby.sit')}
      </button>
    );
  if (seat.offer === 'yours' && onJoin)
    return (
      <button type="button" class="primary" onClick={() => onJoin(seat.side)}>
        {t('seats.accept')}
      </button>
    );
  const human = seat.you ? t('you') : (seat.name ?? '?');
  return <span>{seat.kind === 'human' ? human : t(`seat.${seat.kind}`)}</span>;
}

/** The scenarios of each rulebook. */
function rulebooksOf(scenarios: Scenario[]): { book: Scenario; games: Scenario[] }[] {
  const firsts = scenarios.filter((one, i) => scenarios.findIndex((other) => other.system === one.system) === i);
  return firsts.map((book) => ({ book, games: scenarios.filter((one) => one.system === book.system) }));
}

/** A first game of each rulebook, first the rulebooks that the referee knows whole. */
function lessonsOf(scenarios: Scenario[]): Scenario[] {
  const small = (a: Scenario, b: Scenario) => (a.counters ?? 0) - (b.counters ?? 0);
  const books = [...new Set(scenarios.map((one) => one.system))];
  const teaching = books.flatMap((book) =>
    scenarios.filter((one) => one.teaching && one.system === book).sort(small),
  );
  const first = teaching.filter((one, i) => teaching.findIndex((other) => other.system === one.system) === i);
  return [...first.filter((one) => !one.growing), ...first.filter((one) => one.growing)];
}

/** A game from a file: the journal of one that is over, or one that was saved from a browser. */
function OpenFile({ onError }: { onError: (text: string) => void }) {
  async function open(file: File | undefined) {
    try {
      if (file) go(`/g/${(await (await engine()).importGame(await file.text())).id}`);
    } catch (error) {
      onError(t('here.unreadable', { why: (error as Error).message }));
    }
  }
  return (
    <label class="open-file">
      {t('here.open')}
      <input type="file" accept=".journal,text/plain" onChange={(event) => open(event.currentTarget.files?.[0])} />
    </label>
  );
}

export function Lobby() {
  const spoken = useLanguage();
  const [session, setSession] = useState<Session | null>(null);
  const [scenarios, setScenarios] = useState<Scenario[] | null>(null);
  const [games, setGames] = useState<GameLists>({ mine: [], open: [] });
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const hints = useStore(settings, (value) => value.hints);
  useEffect(() => {
    document.title = 'Sandtable';
    let gone = false;
    (async () => {
      try {
        const known = await getSession();
        setSession(known);
        await adopt(known.settings);
        const list = await getScenarios();
        if (!gone) setScenarios(list);
      } catch (problem) {
        setError((problem as Error).message);
      }
    })();
    return () => {
      gone = true;
    };
  }, [spoken]);
  const user = session?.user.id;
  const guest = session?.user.guest ?? true;
  const [seeking, setSeeking] = useState(false);
  useEffect(() => {
    if (user === undefined) return;
    let gone = false;
    const look = () =>
      getGames().then(
        (all) => !gone && setGames(all),
        () => {},
      );
    look();
    const timer = window.setInterval(() => document.hidden || look(), 8000);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [user, spoken]);
  const lessons = lessonsOf(scenarios ?? []);
  async function forget(list: GameInfo[]) {
    const problems: string[] = [];
    for (const game of list)
      await forgetGame(game.id).catch((problem) => problems.push((problem as Error).message));
    setError(problems[0] ?? null);
    getGames().then(setGames, () => {});
  }
  async function handOver(id: string) {
    try {
      go(`/g/${(await (await engine()).handOver(id)).id}`);
    } catch (problem) {
      setError((problem as Error).message);
    }
  }
  const over = games.mine.filter((game) => game.over);
  async function join(id: string, side: string) {
    try {
      await joinGame(id, side);
      go(`/g/${id}`);
    } catch (problem) {
      setError((problem as Error).message);
    }
  }
  async function decline(id: string) {
    await seatAction(id, 'offer', { decline: true }).catch((problem) => setError((problem as Error).message));
    getGames().then(setGames, () => {});
  }
  return (
    <div class="lobby">
      <header class="masthead">
        <img src={fileAt('icon.svg')} alt="" width="40" height="40" />
        <div>
          <h1>Sandtable</h1>
          <p>{t('lobby.motto')}</p>
        </div>
        {session?.user.moderator && (
          <a class="button" href={addressOf('/moderation')}>
            {t('moderation.title')}
          </a>
        )}
        {session && !guest && (
          <a class="button who" href={addressOf(`/player?name=${encodeURIComponent(session.user.name)}`)}>
            {t('player.profile')}
          </a>
        )}
        <button type="button" class={guest ? 'who' : ''} onClick={() => setAsking(true)}>
          {session ? session.user.name : '…'} <span aria-hidden="true">⚙</span>
          <span class="sr-only">{t('settings.title')}</span>
        </button>
      </header>
      <main>
        {error && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        {games.partial && (
          <p class="problem" role="status">
            {t('lobby.partial')}
          </p>
        )}
        {!!games.offered?.length && (
          <section>
            <h2>{t('seats.offered.title')}</h2>
            <ul class="games">
              {games.offered.map((game) => (
                <GameRow
                  key={game.id}
                  game={game}
                  scenarios={scenarios ?? []}
                  onJoin={(side) => join(game.id, side)}
                  onDecline={() => decline(game.id)}
                />
              ))}
            </ul>
          </section>
        )}
        {games.mine.length > 0 && (
          <section>
            <h2>{t('lobby.mine')}</h2>
            <ul class="games">
              {games.mine.map((game) => (
                <GameRow
                  key={game.id}
                  game={game}
                  scenarios={scenarios ?? []}
                  onForget={() => forget([game])}
                  onHandOver={() => handOver(game.id)}
                />
              ))}
            </ul>
            {over.length > 1 && (
              <p class="buttons">
                <button type="button" onClick={() => forget(over)}>
                  {t('lobby.clear', { n: over.length })}
                </button>
              </p>
            )}
          </section>
        )}
        {lessons[0] && hints && <Lesson scenario={lessons[0]} onError={setError} />}
        {lessons.length > 1 && (
          <ul class="lessons" aria-label={t('lesson.others')}>
            {lessons.slice(1).map((one) => (
              <OtherLesson key={one.id} scenario={one} onError={setError} />
            ))}
          </ul>
        )}
        {hasEngine && (
          <p class="learn-links">
            <a
              href={addressOf('/learn')}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                go('/learn');
              }}
            >
              {t('learn.link')}
            </a>{' '}
            · <DailyPuzzle />
          </p>
        )}
        {games.open.length > 0 && (
          <section>
            <h2>{t('lobby.open')}</h2>
            <ul class="games">
              {games.open.map((game) => (
                <GameRow
                  key={game.id}
                  game={game}
                  scenarios={scenarios ?? []}
                  onJoin={(side) => join(game.id, side)}
                />
              ))}
            </ul>
          </section>
        )}
        {!!games.public?.length && (
          <section>
            <h2>{t('lobby.watch')}</h2>
            <ul class="games">
              {games.public.map((game) => (
                <GameRow key={game.id} game={game} scenarios={scenarios ?? []} />
              ))}
            </ul>
          </section>
        )}
        {!site && scenarios && (
          <section>
            <h2>{t('seek.title')}</h2>
            {seeking ? (
              <SeekPart scenarios={scenarios} guest={guest} />
            ) : (
              <>
                <p>{t('seek.about')}</p>
                <button type="button" onClick={() => setSeeking(true)}>
                  {t('seek.choose')}
                </button>
              </>
            )}
          </section>
        )}
        <section>
          <h2>{t('lobby.scenarios')}</h2>
          {!scenarios && !error && <p class="quiet">{t('loading')}</p>}
          {rulebooksOf(scenarios ?? []).map(({ book, games }) => (
            <Rulebook key={book.system} book={book} games={games} />
          ))}
        </section>
        {hasEngine && <OpenFile onError={setError} />}
      </main>
      {asking && session && (
        <SettingsDialog session={session} onSession={setSession} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}
