// backend.ts — the server's stand-in: the archive of games in this browser, files in place of answers, and a worker
// with the engine in place of the socket.

import { language, t } from '../i18n';
import { mapFor, readOptions, sidesFor } from '../model/sides';
import { ApiError, getJournal, getScenarios, postHandover } from '../net/api';
import { fileAt, HERE, isHere, site } from '../net/here';
import type { GameInfo, Scenario, ServerMessage } from '../net/protocol';
import type { Answer, Connection, GameSocket } from '../net/socket';
import { getCases } from './cases';
import { getLessons, getPuzzles, taskOf } from './lessons';
import { secret } from './module';
import { dropGame, findGame, type HereGame, keepGame, listGames } from './store';
import type { FromWorker, ToWorker } from './worker';

const VERSION = 7;

// ---- a game as the lobby sees it ----

function infoOf(game: HereGame, scenario: Scenario | undefined): GameInfo {
  const options = readOptions(game.options);
  return {
    id: game.id,
    scenario: game.scenario,
    map: game.lines ? game.id : scenario ? mapFor(scenario, Object.fromEntries(options)) : game.scenario,
    title: (game.lines ? scenario?.systemTitle : scenario?.title) ?? game.scenario,
    options: game.options,
    created: game.created,
    changed: game.changed,
    over: game.over,
    verdict: game.verdict,
    turn: game.turn,
    turns: scenario?.turns ?? 0,
    asked: game.asked,
    seats: Object.entries(game.seats).map(([side, who]) => ({
      side,
      kind: who === 'me' ? 'human' : who,
      name: who === 'me' ? '' : who,
      online: true,
      you: who === 'me',
    })),
    spectators: 0,
    public: false,
    replay: !game.lines,
    whatIf: game.origin !== undefined,
    ...(game.origin ? { origin: game.origin.id, originOrder: game.origin.order } : {}),
    ...(game.name ? { name: game.name } : {}),
  };
}

const scenarioOf = async (id: string) => (await getScenarios()).find((one) => one.id === id);

/** A board with these lines; it is kept among the games of this browser. */
export async function newBoard(system: string, lines: string[], name: string) {
  const scenario = (await getScenarios()).find((one) => one.system === system);
  if (!scenario) throw new ApiError(404, system);
  const seats = Object.fromEntries(scenario.sides.map((side) => [side.word, 'me']));
  const game = newGame(scenario.id, '', seats);
  return keep({ ...game, id: `here-board-${secret(5)}`, lines, board: true, name });
}

/** The journal of a game that is over, or the lines of a what-if, from the server. */
async function journalOf(id: string, whatIf: boolean) {
  const journal = await getJournal(id, whatIf);
  const line = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(journal)?.[1]?.trim() ?? '';
  return { scenario: line('scenario'), options: line('options'), journal };
}

/** The lines of a board on which that game stands: its orders, with the dice they rolled. Null where the set-up rolled dice,
 * or hidden counters were imagined, which no line can give. */
export async function linesOfGame(id: string, whatIf = false): Promise<string[] | null> {
  const { scenario, options, journal } = isHere(id) ? await gameNamed(id) : await journalOf(id, whatIf);
  if (/^imagine /m.test(journal)) return null;
  const [head, ...played] = journal.split(/^begin/m);
  const [begin = '', ...orders] = played.join('begin').split('\n');
  if (!head || begin.trim()) return null;
  const lines: string[][] = [];
  for (const line of orders) {
    if (!line || /^(@|result|seed|edition|imagine|resign|carry)/.test(line)) continue;
    const [order, dice] = line.split(' = ');
    if (order === 'undo' || order === 'back') lines.pop();
    else lines.push([...(dice ? [`dice ${dice}`] : []), `do "${order}"`]);
  }
  return [`lab ${scenario} ${options}`.trim(), ...lines.flat()];
}

/** The lines of a board that is kept. */
export const boardLines = async (id: string) => (await gameNamed(id)).lines ?? [];

// ---- cases that show a rule ----

const SHOWN = /^here-show-(\w+)-(\d+)$/;

/** The game of a case: it has the sides of the rulebook's first scenario, and a map of its own. */
async function shownGame(system: string, index: number): Promise<HereGame> {
  const [{ cases }, scenarios] = await Promise.all([getCases(system), getScenarios()]);
  const found = cases[index];
  const scenario = scenarios.find((one) => one.system === system);
  if (!found || !scenario) throw new ApiError(404, `${system} ${index}?`);
  const seats = Object.fromEntries(scenario.sides.map((side) => [side.word, 'me']));
  return { ...newGame(scenario.id, '', seats), id: `here-show-${system}-${index}`, lines: found.lines };
}

const TASK = /^here-(lesson|puzzle)-(\w+)-(\d+)$/;

/** The game of a lesson or a puzzle: the pupil has one side, the machine the others. */
async function taskGame(kind: string, system: string, number: number): Promise<HereGame> {
  const [tasks, scenarios] = await Promise.all([
    kind === 'lesson' ? getLessons(system) : getPuzzles(system),
    getScenarios(),
  ]);
  const found = tasks[number - 1];
  const line = found?.lines.find((one) => one.startsWith('lab '))?.split(/\s+/)[1];
  const scenario = scenarios.find((one) => one.id === line) ?? scenarios.find((one) => one.system === system);
  if (!found || !scenario) throw new ApiError(404, `${system} ${number}?`);
  const seats = Object.fromEntries(
    scenario.sides.map((side) => [side.word, side.word === found.side ? 'me' : 'greedy']),
  );
  return {
    ...newGame(scenario.id, '', seats),
    id: `here-${kind}-${system}-${number}`,
    lines: found.lines,
    task: taskOf(found),
  };
}

/** Positions that are only looked at: chapters of a study. */
const lent = new Map<string, HereGame>();

/** The id of a game in the position that these lines lead to. */
export function lendLines(system: string, lines: string[]): string {
  const id = `here-chapter-${secret(5)}`;
  lent.set(id, { ...newGame(`${system}/`, '', {}), id, lines, board: true });
  return id;
}

/** The game with its sides, which the scenario list must give first. */
async function lentGame(game: HereGame): Promise<HereGame> {
  const system = game.scenario.split('/')[0]!;
  const scenarios = await getScenarios();
  const named = game.lines?.[0]?.split(/\s+/)[1];
  const scenario = scenarios.find((one) => one.id === named) ?? scenarios.find((one) => one.system === system);
  if (!scenario) throw new ApiError(404, system);
  const seats = Object.fromEntries(scenario.sides.map((side) => [side.word, 'me']));
  return { ...game, scenario: scenario.id, seats };
}

/** Maps of cases, sent by their workers. */
const shownMaps = new Map<string, string>();

async function gameNamed(id: string): Promise<HereGame> {
  const [, system, index] = SHOWN.exec(id) ?? [];
  if (system) return shownGame(system, Number(index));
  const [, kind, book, number] = TASK.exec(id) ?? [];
  if (kind) return taskGame(kind, book!, Number(number));
  const borrowed = lent.get(id);
  if (borrowed) return lentGame(borrowed);
  const game = await findGame(id);
  if (!game) throw new ApiError(404, `${id}?`);
  return game;
}

export async function hereGames(): Promise<GameInfo[]> {
  const [games, scenarios] = await Promise.all([listGames(), getScenarios()]);
  return games
    .sort((a, b) => b.changed - a.changed)
    .map((game) =>
      infoOf(
        game,
        scenarios.find((one) => one.id === game.scenario),
      ),
    );
}

// ---- games begun, branched, brought and taken away ----

const now = () => Math.floor(Date.now() / 1000);

function newGame(scenario: string, options: string, seats: Record<string, string>): HereGame {
  return {
    id: `here-${secret(5)}`,
    scenario,
    options,
    seats,
    journal: '',
    seed: secret(32),
    name: '',
    created: now(),
    changed: now(),
    over: false,
    verdict: '',
    turn: 1,
    asked: null,
    sitting: Object.keys(seats).find((side) => seats[side] === 'me') ?? '',
    notes: '',
    planNotes: [],
    standing: {},
  };
}

async function keep(game: HereGame) {
  await keepGame(game);
  localStorage.setItem(HERE, '1');
  navigator.storage?.persist?.().catch(() => {});
  return { id: game.id };
}

interface Wanted {
  scenario: string;
  options: Record<string, string>;
  seats: Record<string, string>;
}

async function create({ scenario: id, options, seats }: Wanted) {
  const scenario = await scenarioOf(id);
  if (!scenario) throw new ApiError(404, id);
  const value = (name: string) => options[name];
  const all = scenario.options.map((one) => `${one.name}=${options[one.name] ?? one.value}`).join(' ');
  const sides = sidesFor(scenario, value).map((side) => side.word);
  return keep(newGame(id, all, Object.fromEntries(sides.map((side) => [side, seats[side] ?? 'greedy']))));
}

/** A worker with the game open in it, for a question only. */
async function opened(game: HereGame): Promise<Worker> {
  const worker = await hire(game);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('opened' in data) resolve(worker);
      else if ('failed' in data) reject(new ApiError(500, data.failed));
    };
  });
}

async function branch(id: string, { to, name }: { to: number; name?: string }) {
  const from = await gameNamed(id);
  const worker = await opened({ ...from, seats: from.seats });
  const made = await new Promise<Extract<FromWorker, { branched: unknown }>['branched']>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => 'branched' in data && resolve(data.branched);
    worker.postMessage({ do: 'branch', order: to } satisfies ToWorker);
  });
  worker.terminate();
  if (!made) throw new ApiError(409, String(to));
  const game = newGame(from.scenario, from.options, from.seats);
  return keep({
    ...game,
    seed: made.seed,
    journal: made.journal,
    name: name ?? '',
    origin: { id, order: to, seed: from.seed, length: made.length },
    sitting: from.sitting,
  });
}

/** The data of a game beside its journal, so that a game that is not over can go on elsewhere. */
const CARRIED = '# sandtable-here ';

/** A game as a file: its journal, and behind it the data missing from the journal of a game that goes on. */
export async function exportGame(id: string): Promise<string> {
  const { journal, ...rest } = await gameNamed(id);
  if (rest.over && !rest.origin) return journal;
  return `${journal}${CARRIED}${JSON.stringify(rest)}\n`;
}

/** A game from a file that this browser or another wrote, or from the journal of a game that is over. */
export async function importGame(text: string) {
  const at = text.lastIndexOf(CARRIED);
  const journal = at < 0 ? text : text.slice(0, at);
  const line = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(journal)?.[1]?.trim();
  const id = line('scenario');
  const scenario = id && (await scenarioOf(id));
  if (!scenario) throw new ApiError(400, id ?? 'journal?');
  const carried = at < 0 ? null : (JSON.parse(text.slice(at + CARRIED.length)) as Partial<HereGame>);
  const seed = carried?.seed ?? /\nseed ([0-9a-f]{64})\s*$/.exec(journal)?.[1];
  if (!seed) throw new ApiError(400, 'seed?');
  const options = line('options') ?? '';
  const sides = sidesFor(scenario, (name) => readOptions(options).get(name)).map((side) => side.word);
  const seats = carried?.seats ?? Object.fromEntries(sides.map((side) => [side, 'me']));
  const game: HereGame = {
    ...newGame(scenario.id, options, seats),
    ...carried,
    id: `here-${secret(5)}`,
    journal,
    seed,
  };
  (await opened(game)).terminate();
  return keep(game);
}

/** The game goes on at the server, and is no longer kept here. */
export async function handOver(id: string): Promise<{ id: string }> {
  const { journal, seed, seats, name, notes } = await gameNamed(id);
  const made = await postHandover({ journal, seed, seats, name, note: notes });
  await dropGame(id);
  return made;
}

// ---- in place of HTTP ----

/** The file in which a site has the server's answer; null if it has none. */
function fileOf(path: string): string | null {
  if (path === '/api/scenarios') return `api/${language()}/scenarios.json`;
  const found = /^\/api\/(map|rules|terms|looks|tables)\/(.+)$/.exec(path);
  return found ? `api/${language()}/${found[1]}/${found[2]}.json` : null;
}

async function answer(path: string, body: unknown): Promise<unknown> {
  const shown = shownMaps.get(path.replace('/api/map/', ''));
  if (shown) return JSON.parse(shown);
  const file = fileOf(path);
  if (file) {
    const got = await fetch(fileAt(file));
    if (!got.ok) throw new ApiError(got.status, file);
    return got.json();
  }
  if (path === '/api/session') return { user: { id: 0, name: t('offline.guest'), guest: true }, version: VERSION };
  if (path === '/api/settings') return {};
  if (path === '/api/games')
    return body ? create(body as Wanted) : { mine: await hereGames(), open: [], public: [] };
  const [, id, what] = /^\/api\/games\/([\w-]+)\/?(\w*)/.exec(path) ?? [];
  if (!id) throw new ApiError(404, path);
  const game = await gameNamed(id);
  if (!what) return infoOf(game, await scenarioOf(game.scenario));
  if (what === 'branch') return branch(id, body as { to: number; name?: string });
  if (what === 'name') return keep({ ...game, name: (body as { name: string }).name });
  if (what === 'forget') {
    await dropGame(id);
    return {};
  }
  throw new ApiError(404, path);
}

/** The answer to a request, as the server would give it. */
export const request = (path: string, body?: unknown) => answer(path.split('?')[0]!, body);

// ---- in place of the socket ----

const packOf = (system: string) => fileAt(site ? `api/pack/${system}.json` : `api/pack/${system}`);

/** A worker that fetches and compiles the engine at once. */
const newWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: fileAt('engine/sandtable.wasm') });

let spare: Worker | null = null;

/** Has a worker ready for the game that is probably played next, and the data of its rulebook. */
export function warm(system?: string) {
  spare ??= newWorker();
  if (system) spare.postMessage({ do: 'fetch', pack: packOf(system) } satisfies ToWorker);
}

async function hire(game: HereGame): Promise<Worker> {
  const worker = spare ?? newWorker();
  spare = null;
  const system = game.scenario.split('/')[0]!;
  worker.postMessage({ do: 'fetch', pack: packOf(system) } satisfies ToWorker);
  const open: ToWorker = {
    do: 'open',
    pack: packOf(system),
    game,
    info: infoOf(game, await scenarioOf(game.scenario)),
    language: language(),
  };
  worker.postMessage(open);
  return worker;
}

/** A game that is played here, with the same ends as a socket. */
export function openHere(
  id: string,
  hear: (message: ServerMessage) => void,
  tell: (connection: Connection) => void,
): GameSocket {
  const waiting = new Map<number, (answer: Answer<unknown>) => void>();
  const early: ToWorker[] = [];
  let worker: Worker | null = null;
  let number = 0;
  let closed = false;

  function receive(text: string) {
    const message = JSON.parse(text) as ServerMessage;
    if (message.t === 'answer' || message.t === 'refused' || (message.t === 'error' && message.n !== undefined)) {
      const settle = waiting.get(message.n as number);
      waiting.delete(message.n as number);
      if (message.t === 'answer') settle?.({ kind: 'answer', value: message });
      else if (message.t === 'refused') settle?.({ kind: 'refused', refusal: message });
      else settle?.({ kind: 'error', text: message.text });
    } else hear(message);
  }

  function post(message: ToWorker) {
    if (worker) worker.postMessage(message);
    else early.push(message);
  }

  async function begin() {
    tell('connecting');
    try {
      const made = await hire(await gameNamed(id));
      if (closed) {
        made.terminate();
        return;
      }
      worker = made;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('said' in data) receive(data.said);
        else if ('opened' in data) tell('open');
        else if ('map' in data) shownMaps.set(id, data.map);
        else if ('failed' in data) fail(data.failed);
      };
      for (const message of early.splice(0)) worker.postMessage(message);
    } catch (error) {
      fail((error as Error).message);
    }
  }

  function fail(text: string) {
    hear({ t: 'error', text });
    for (const settle of waiting.values()) settle({ kind: 'error', text });
    waiting.clear();
    tell('shut');
  }

  async function speak() {
    const game = await gameNamed(id);
    post({ do: 'speak', language: language(), info: infoOf(game, await scenarioOf(game.scenario)) });
  }

  function send(message: Record<string, unknown>) {
    if (message.t === 'language') speak().catch(() => {});
    else post({ do: 'say', message: message as { t: string } });
  }

  begin();
  return {
    request<T>(message: Record<string, unknown>) {
      return new Promise<Answer<T>>((resolve) => {
        waiting.set(++number, resolve as (answer: Answer<unknown>) => void);
        send({ ...message, n: number });
      });
    },
    send,
    close() {
      closed = true;
      // Unsaved games are saved first.
      window.setTimeout(() => worker?.terminate(), 500);
    },
  };
}
