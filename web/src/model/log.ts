// log.ts — the log, phase by phase. The server keeps it: a latecomer asks for the events sent to his side.

import type { GameEvent, PastLine } from '../net/protocol';

export type LogEntry = PastLine;

/** A phase, with what happened in it. */
export interface LogGroup {
  key: string;
  /** The event that began it, with its turn; null before the first. */
  heading: GameEvent | null;
  lines: LogEntry[];
}

const begins = (event: GameEvent) => event.kind === 'phase' || event.kind === 'turn';

/** Entries by phase, oldest first. The events of one order may belong to several phases. */
export function groupLog(log: LogEntry[]): LogGroup[] {
  const groups: LogGroup[] = [{ key: 'first', heading: null, lines: [] }];
  for (const entry of log) {
    let part: LogEntry | null = null;
    const line = (): LogEntry => {
      if (!part) {
        part = { ...entry, events: [] };
        groups[groups.length - 1]!.lines.push(part);
      }
      return part;
    };
    if (entry.order && !entry.events.some(begins)) line();
    entry.events.forEach((event, i) => {
      if (begins(event)) {
        groups.push({ key: `${entry.seq}.${i}`, heading: event, lines: [] });
        part = null;
      } else line().events.push(event);
    });
    if (!entry.events.length) line();
  }
  return groups.filter((group, i) => group.lines.length || i === groups.length - 1);
}

/** The log with more lines, each once, in the order of the game. */
export function withLines(log: LogEntry[], more: LogEntry[]): LogEntry[] {
  const told = more.filter((line) => line.events.length || line.order);
  const fresh = new Set(told.map((line) => line.seq));
  return [...log.filter((line) => !fresh.has(line.seq)), ...told].sort((a, b) => a.seq - b.seq);
}

/** The lines that stand: without the take-backs and the orders taken back. */
export function standing(log: LogEntry[]): LogEntry[] {
  const lines: LogEntry[] = [];
  for (const entry of log)
    if (entry.back) lines.pop();
    else lines.push(entry);
  return lines;
}

/** What happened between a player's last turn and his present one: from the end of his last phase before another player
 * ordered something, until that player was done. Answers of his in between belong to it. */
export function sinceMine(lines: LogEntry[], mine: string[]): LogEntry[] {
  const own = (line: LogEntry) => line.side !== null && mine.includes(line.side);
  const last = lines.findLastIndex((line) => line.side !== null && !own(line));
  const first = lines.slice(0, last + 1).findLastIndex((line) => own(line) && line.events.some(begins));
  return lines.slice(first + 1, last + 1);
}

/** The counters that a side's orders have named since the phase began: they have acted. `counts`: the verbs meant. */
export function actedIn(log: LogEntry[], side: string, counts = (_verb: string) => true): Set<number> {
  const pieces = new Set<number>();
  const lines = standing(log);
  for (let i = lines.length - 1; i >= 0; i--) {
    const entry = lines[i]!;
    if (entry.events.some(begins)) break;
    if (entry.side === side && counts(entry.order?.split(' ')[0] ?? ''))
      for (const piece of entry.parts?.pieces ?? []) pieces.add(piece);
  }
  return pieces;
}

/** The only event of an entry, if that is a march of one counter. */
function marchOf({ events, dice, back }: LogEntry): GameEvent | null {
  const told = events.filter(({ kind }) => kind !== 'aside');
  const [only] = told;
  return !back &&
    !dice.length &&
    told.length === 1 &&
    only?.kind === 'moved' &&
    only.pieces.length === 1 &&
    only.hexes.length > 1
    ? only
    : null;
}

/** How a sentence of the server calls a hex: by its number, and by the name of the place there. */
export type Called = (hex: number) => string;

/** Two legs as one event: the words of the second, but from where the first began. */
function oneMarch(before: GameEvent, leg: GameEvent, called: Called): GameEvent {
  const from = before.text.includes(called(before.hexes[0]!)) ? before.hexes[0]! : leg.hexes[0]!;
  return {
    ...leg,
    text: leg.text.replace(called(leg.hexes[0]!), called(from)),
    hexes: [...before.hexes, ...leg.hexes.slice(1)],
    legs: [...(before.legs ?? [before.text]), leg.text],
  };
}

const isLeg = ({ kind, pieces, hexes }: GameEvent) => kind === 'moved' && pieces.length === 1 && hexes.length > 1;

/** The events of one order, with the steps of each counter in one as long as nothing else happened. */
function steps(events: GameEvent[], called: Called): GameEvent[] {
  const all: GameEvent[] = [];
  for (const event of events) {
    const since = all.findLastIndex((one) => !isLeg(one)) + 1;
    const at = isLeg(event) ? all.findIndex((one, i) => i >= since && one.pieces[0] === event.pieces[0]) : -1;
    if (at >= 0 && all[at]!.hexes.at(-1) === event.hexes[0]) all[at] = oneMarch(all[at]!, event, called);
    else all.push(event);
  }
  return all;
}

/** Lines with the legs of a march in one: a counter that went on from where it had come, with nothing between. The hexes of
 * all of them are shown. */
export function marches(lines: LogEntry[], called: Called = String): LogEntry[] {
  const all: LogEntry[] = [];
  for (const given of lines) {
    const line = { ...given, events: steps(given.events, called) };
    const last = all[all.length - 1];
    const [leg, before] = [marchOf(line), last && marchOf(last)];
    const on = leg && before && leg.pieces[0] === before.pieces[0] && before.hexes.at(-1) === leg.hexes[0];
    if (!on || last!.side !== line.side) {
      all.push(line);
      continue;
    }
    const asides = [...last!.events, ...line.events].filter(({ kind }) => kind === 'aside');
    all[all.length - 1] = { ...line, events: [oneMarch(before, leg, called), ...asides] };
  }
  return all;
}
