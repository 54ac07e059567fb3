// point.tsx — what is under the pointer, in words: a counter with its values explained and the orders it may still be
// given, the hex with its ground, holder and marks, the features of a hexside. It shows when the pointer rests, or a
// finger stays, in a corner of the map away from it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { actedNow } from '../model/act';
import { readControl } from '../model/control';
import type { Game } from '../model/game';
import { badgeWords } from '../model/looks';
import { useStore } from '../model/store';
import type { Piece } from '../net/protocol';
import { type Corner, freeCorner } from './corner';
import { hexInShort } from './map';
import { verbName } from './orders';
import { BadgeIcon } from './symbols';
import { markWords, pieceWords, stepsLeft } from './units';
import { capital, SideName } from './words';

const REST = 500; // ms

/** A counter's printed values, one by one, and the orders it may still be given in this phase. */
function Counter({ game, piece, more }: { game: Game; piece: Piece; more: number }) {
  const { looks, scenario, actors, replay } = game.state;
  const sides = scenario?.sides ?? [];
  const index = sides.findIndex((side) => side.word === piece.side);
  const meanings = looks?.declared.values ?? {};
  const branch = looks?.declared.branches.find((one) => one.symbol === piece.symbol)?.meaning;
  const mine = piece.side === game.state.position?.keys.as; // an enemy's is a target, and can do nothing
  const verbs = replay || !mine ? [] : (actors.get(piece.i) ?? []).flatMap((word) => game.verb(word) ?? []);
  return (
    <div class="point-counter">
      <p>
        <SideName name="" colour={sides[index]?.colour ?? '#888'} index={index} />
        <b>{piece.known ? piece.name : t('unit.unknown')}</b>
        {more > 0 && <span class="quiet"> {t('point.more', { n: more })}</span>}
      </p>
      <ul>
        {[branch, piece.formation].filter(Boolean).map((words) => (
          <li key={words}>{capital(words!)}</li>
        ))}
        {piece.values.map((value) => (
          <li key={value.at}>
            <b>{value.text}</b> {meanings[value.at]}
          </li>
        ))}
        {piece.full > 1 && <li>{stepsLeft(game, piece)}</li>}
        {piece.reverse && <li>{t('unit.reverse', { values: piece.reverse })}</li>}
        {piece.badges?.map((badge) => (
          <li key={badge.sign}>
            {looks && <BadgeIcon looks={looks} badge={badge} />} {badgeWords(looks, badge)}
          </li>
        ))}
      </ul>
      {verbs.length > 0 && <p>{t('point.may', { verbs: verbs.map(verbName).join(', ') })}</p>}
      {!verbs.length && actedNow(game.state).has(piece.i) && <p class="quiet">{t('point.done')}</p>}
    </div>
  );
}

function Place({ game, hex }: { game: Game; hex: number }) {
  const { scenario, looks, aims } = game.state;
  const position = game.shown();
  const sides = scenario?.sides ?? [];
  const holder = position ? (readControl(position.keys.control)?.[hex] ?? -1) : -1;
  const marks = position?.keys.marks.filter((mark) => mark.hex === hex && mark.hexside < 0) ?? [];
  const worth = aims.filter((aim) => aim.hexes.includes(hex));
  const ghosts = game.state.replay ? [] : game.state.ghosts.filter((ghost) => ghost.hex === hex);
  return (
    <>
      <p>
        {hexInShort(game, hex).join(' · ')}
        {holder >= 0 && sides[holder] && (
          <>
            {' · '}
            <SideName name={sides[holder]!.name} colour={sides[holder]!.colour} index={holder} />
          </>
        )}
      </p>
      {ghosts.map(({ piece, turn }) => (
        <p key={piece.i}>{t('point.ghost', { name: pieceWords(piece), turn })}</p>
      ))}
      {marks.length > 0 && <p>{marks.map((mark) => markWords(looks, mark)).join('; ')}</p>}
      {worth.map((aim) => (
        <p key={`${aim.side} ${aim.what}`}>
          {sides.find((side) => side.word === aim.side)?.name}: {aim.what}
          {aim.points ? ` (${aim.points})` : ''}
        </p>
      ))}
    </>
  );
}

/** The features of a hexside. */
function Hexside({ game, side }: { game: Game; side: number }) {
  const lines = game.state.map?.edges.filter((edge) => edge.sides.includes(side)) ?? [];
  const marks = game.shown()?.keys.marks.filter((mark) => mark.hexside === side) ?? [];
  const words = [
    ...lines.map(({ kind, name }) => (!name || name.toLowerCase() === kind ? (name ?? kind) : `${name} (${kind})`)),
    ...marks.map((mark) => markWords(game.state.looks, mark)),
  ];
  return words.length ? <p>{t('point.side', { words: words.join(', ') })}</p> : null;
}

const WIDTH = 345; // px that the card may cover
const HEIGHT = 190;
const CHOSEN = 100; // a counter that is chosen or can be counts as so many others
const TAKEN = 2000; // and one that the order holds
const HERE = 10000;

/** The corner for the card: off the hex itself, then off hexes that are chosen or can be, then off counters. */
function cornerFor(game: Game, hex: number): string {
  const { draft, actors, position } = game.state;
  const weights = new Map([...(game.shown()?.stacks.keys() ?? [])].map((one) => [one, 1]));
  for (const end of draft?.reach?.ends ?? []) weights.set(end.hex, 1);
  for (const one of draft?.next ?? []) if (one.hex !== undefined) weights.set(one.hex, CHOSEN);
  for (const one of draft?.args ?? []) if (one.hex !== undefined) weights.set(one.hex, TAKEN);
  if (!draft) for (const i of actors.keys()) weights.set(position?.pieces.get(i)?.hex ?? -1, CHOSEN);
  weights.delete(-1);
  weights.set(hex, HERE);
  const high: Corner[] = ['left top', 'right top'];
  const corners: Corner[] = game.state.refusal ? high : ['left low', 'right low', ...high]; // a refusal stands at the foot
  return freeCorner(corners, WIDTH, HEIGHT, weights);
}

export function PointCard({ game }: { game: Game }) {
  const held = useStore(game.store, (state) => state.held);
  const hover = useStore(game.store, (state) => state.hoverHex);
  const hex = held ?? hover;
  const pointed = useStore(game.store, (state) => state.pointed);
  const quiet = useStore(game.store, (state) => !!state.battle && !state.battle.over);
  useStore(game.store, (state) => state.position);
  const ordered = useStore(game.store, (state) => !!state.draft?.args.some((arg) => arg.hex === hex));
  const last = useRef({ hex, ordered });
  const [rests, setRests] = useState(false);
  useEffect(() => {
    // A click that takes what is pointed at puts the card away: now its destinations matter.
    const clicked = ordered && !last.current.ordered && last.current.hex === hex;
    last.current = { hex, ordered };
    setRests(false);
    if (clicked) return;
    const timer = window.setTimeout(() => setRests(true), REST);
    return () => clearTimeout(timer);
  }, [hex, pointed.piece, pointed.side, ordered]);
  if (hex === null || !(rests || held !== null) || quiet) return null;
  const stack = game.shown()?.stacks.get(hex) ?? [];
  const fanned = pointed.piece === null ? undefined : game.shown()?.pieces.get(pointed.piece);
  const piece = fanned ?? stack[0];
  return (
    <div class={`point-card ${cornerFor(game, hex)}`} aria-hidden="true">
      {piece && <Counter game={game} piece={piece} more={fanned ? 0 : stack.length - 1} />}
      <Place game={game} hex={piece?.hex ?? hex} />
      {pointed.side !== null && <Hexside game={game} side={pointed.side} />}
    </div>
  );
}
