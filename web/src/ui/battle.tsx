// battle.tsx — a combat in a box on the map, away from where it is fought: attackers and defenders, odds and shifts,
// the dice, the result in words, and the side that must decide now.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import type { Battle } from '../model/scene';
import { appearance, diceRoll } from '../model/settings';
import { useStore } from '../model/store';
import { cellRead } from '../model/tables';
import type { PastLine, Piece, Side } from '../net/protocol';
import { freeCorner, freeStrip, type Strip } from './corner';
import { hexWords } from './orders';
import { CellLink } from './tables';
import { pieceWords } from './units';
import { capital, Dice, Sentence, SideName } from './words';

const ROLLING = 700; // ms
const FRAME = 90;

/** Dice that tumble before they show; at once with reduced motion. */
function Rolling({ dice }: { dice: PastLine['dice'] }) {
  const [shown, setShown] = useState(diceRoll() ? null : dice);
  useEffect(() => {
    if (shown === dice) return;
    const begun = performance.now();
    const timer = window.setInterval(() => {
      const over = performance.now() - begun > ROLLING;
      if (over) clearInterval(timer);
      setShown(
        over ? dice : dice.map((die) => (typeof die === 'number' ? 1 + Math.floor(Math.random() * 6) : '…')),
      );
    }, FRAME);
    return () => clearInterval(timer);
  }, [dice]);
  if (shown === dice) return <Dice dice={dice} />;
  return (
    <span class="dice rolling" aria-hidden="true">
      {shown?.map((die, i) => (
        <span key={i}>{typeof die === 'number' ? '⚀⚁⚂⚃⚄⚅'.charAt(die - 1) : die}</span>
      ))}
    </span>
  );
}

function Counters({ title, pieces, sides }: { title: string; pieces: Piece[]; sides: Side[] }) {
  const index = sides.findIndex((side) => side.word === pieces[0]?.side);
  return (
    <div>
      <h3>{title}</h3>
      {index >= 0 && <SideName name={sides[index]!.name} colour={sides[index]!.colour} index={index} />}
      <ul>
        {pieces.map((piece) => (
          <li key={piece.i}>{pieceWords(piece)}</li>
        ))}
        {!pieces.length && <li class="quiet">{t('battle.hidden')}</li>}
      </ul>
    </div>
  );
}

const TOLD = ['phase', 'turn'];

function Line({ game, line }: { game: Game; line: PastLine }) {
  return (
    <li>
      {line.dice.length > 0 && <Rolling key={line.seq} dice={line.dice} />}
      {line.events
        .filter((event) => !TOLD.includes(event.kind))
        .map((event, i) => (
          <p key={i} class={`event ${event.kind}`}>
            <Sentence game={game} text={capital(event.text)} rule={event.rule} />
          </p>
        ))}
    </li>
  );
}

/** The side that must decide before it goes on. */
function Decides({ game, sides }: { game: Game; sides: Side[] }) {
  const question = game.shown()?.keys.question;
  if (!question) return null;
  const side = sides.find((one) => one.word === question.side);
  return (
    <p class="decides">
      <strong>
        {question.yours ? t('battle.yours') : t('battle.theirs', { side: side?.name ?? question.side })}
      </strong>{' '}
      {question.title}
    </p>
  );
}

const WIDTH = 320; // px that it covers, as the style has it
const HEIGHT = 310;
const FOUGHT = 1000; // a hex of the fight counts as so many counters

/** Where it lies: in the corner that hides fewest counters and nothing of the fight. */
function cornerFor(game: Game, battle: Battle): string {
  const fought = [...battle.hexes, ...battle.attackers.flatMap(({ hex }) => hex ?? [])];
  const weights = new Map([...(game.shown()?.stacks.keys() ?? [])].map((hex) => [hex, 1]));
  for (const hex of fought) weights.set(hex, FOUGHT);
  return freeCorner(['right top', 'left top', 'right low', 'left low'], WIDTH, HEIGHT, weights);
}

interface Board {
  pixelOf(hex: number): { x: number; y: number };
}

const SETTLES = 300; // ms until a map that has been given another size is drawn anew

/** Where my counters that must be touched now stand, or where they can go. */
function askedHexes(game: Game): number[] {
  const { position, actors, draft } = game.state;
  if (!position?.keys.question?.yours) return [];
  const offered = (draft?.next ?? []).flatMap(({ type, value }) => (type === 'piece' ? [value] : []));
  const counters = [...actors.keys(), ...offered].flatMap((i) => position.pieces.get(i)?.hex ?? []);
  const places = (draft?.next ?? []).flatMap(({ type, hex }) => (type === 'piece' ? [] : (hex ?? [])));
  return [...counters, ...places, ...(draft?.reach?.ends ?? []).map(({ hex }) => hex)];
}

/** Where the box is on a small screen. */
function stripFor(game: Game, battle: Battle): Strip {
  const canvas = document.querySelector<HTMLCanvasElement & { board?: Board }>('.map canvas');
  if (!canvas?.board) return { high: false, fold: false };
  const { top, height } = canvas.getBoundingClientRect();
  const heights = (hexes: number[]) => hexes.map((hex) => canvas.board!.pixelOf(hex).y - top);
  const fought = [...battle.hexes, ...battle.attackers.flatMap(({ hex }) => hex ?? [])];
  const hinted = !!document.querySelector('.hint-here .hint')?.clientHeight; // both open would leave no map between them
  return freeStrip(heights(askedHexes(game)), heights(fought), height, battle.over || hinted);
}

/** What came of it, with the dice, while the rest is folded. */
function Outcome({ game, battle }: { game: Game; battle: Battle }) {
  const isResult = ({ kind }: { kind: string }) => kind === 'result';
  const line = battle.lines.findLast(({ events }) => events.some(isResult));
  const result = line?.events.findLast(isResult);
  if (!line || !result) return null;
  return (
    <p class="event result">
      {line.dice.length > 0 && <Rolling key={line.seq} dice={line.dice} />}{' '}
      <Sentence game={game} text={capital(result.text)} rule={result.rule} />
    </p>
  );
}

export function BattleBox({ game }: { game: Game }) {
  const battle = useStore(game.store, (state) => (state.replay ? state.replay.battle : state.battle));
  const curtain = useStore(game.store, (state) => state.curtain);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  useStore(game.store, (state) => state.position);
  const [closed, setClosed] = useState<PastLine | null>(null);
  const small = useStore(appearance, (value) => value.small);
  const [chosen, setFolded] = useState<boolean | null>(null);
  const [place, setPlace] = useState({ high: false, fold: false });
  // On a small screen what is over gives the map back, and so does what lies on counters that must be touched.
  const folded = chosen ?? (small && (!!battle?.over || place.fold));
  const first = battle?.lines[0] ?? null;
  const [corner, setCorner] = useState('right');
  useEffect(() => {
    if (battle) setCorner(cornerFor(game, battle));
    setFolded(null);
  }, [first]);
  const actors = useStore(game.store, (state) => state.actors);
  const draft = useStore(game.store, (state) => state.draft);
  useEffect(() => {
    if (!battle || !small) return;
    setPlace(stripFor(game, battle));
    const later = window.setTimeout(() => setPlace(stripFor(game, battle)), SETTLES);
    return () => clearTimeout(later);
  }, [small, actors, draft, first]);
  const begun = useStore(game.store, (state) => !state.replay && !!state.draft?.args.length);
  useEffect(() => {
    if (battle?.over && begun) setClosed(first); // it does not come back when that is called off
  }, [battle?.over && begun]);
  if (!battle || curtain || (battle.over && begun) || (first && closed?.seq === first.seq)) return null;
  const cell = cellRead(battle.lines.flatMap((line) => line.events));
  return (
    <section
      class={`battle on-map ${corner} ${small && place.high ? 'high' : ''} ${folded ? 'folded' : ''}`}
      aria-label={t('battle.title')}
    >
      <header>
        <h2>⚔ {battle.hexes.map((hex) => hexWords(game, hex)).join(', ')}</h2>
        <button
          type="button"
          class="icon"
          aria-expanded={!folded}
          aria-label={t('battle.fold')}
          title={t('battle.fold')}
          onClick={() => setFolded(!folded)}
        >
          {folded ? '▸' : '▾'}
        </button>
        <button type="button" class="icon" aria-label={t('close')} onClick={() => setClosed(first)}>
          ✕
        </button>
      </header>
      {folded && <Outcome game={game} battle={battle} />}
      {!folded && (
        <>
          <div class="opponents">
            {battle.attackers.length > 0 && (
              <Counters title={t('battle.attack')} pieces={battle.attackers} sides={sides} />
            )}
            <Counters title={t('battle.defence')} pieces={battle.defenders} sides={sides} />
          </div>
          <div class="told">
            <ol aria-live="polite">
              {battle.lines.map((line) => (
                <Line key={line.seq} game={game} line={line} />
              ))}
            </ol>
          </div>
          {cell && <CellLink game={game} cell={cell} />}
        </>
      )}
      {battle.over ? <p class="quiet">{t('battle.over')}</p> : <Decides game={game} sides={sides} />}
    </section>
  );
}
