// api.ts — the HTTP half of the protocol. Every request names the client's language, and is answered in it.

import { language, t } from '../i18n';
import { type LookTable, lookTable } from '../model/looks';
import { answersHere, engine, HERE } from './here';
import type { BookTable, GameInfo, Looks, MapData, Rule, Scenario, Term } from './protocol';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The address with the client's language, in which the server then answers. */
export const spoken = (address: string) => `${address}${address.includes('?') ? '&' : '?'}lang=${language()}`;

/** The same page, where a game of an older edition is played: at another port of this host. */
export function goToPort(port: number) {
  location.replace(
    `${location.protocol}//${location.hostname}:${port}${location.pathname}${location.search}${location.hash}`,
  );
}

/** Whether a page that is told of another port goes there: the game's own, one that would begin a game, or campaigns. */
const isAbout = (path: string) =>
  path === '/api/games' ||
  path.startsWith('/api/campaigns') ||
  location.pathname.includes(path.split('/')[3]?.split('?')[0] || '?');

async function request<T>(path: string, body?: unknown): Promise<T> {
  if (answersHere(path, body)) return (await engine()).request(path, body) as Promise<T>;
  const init: RequestInit = { credentials: 'same-origin' };
  if (body !== undefined) {
    init.method = 'POST';
    init.headers = { 'Content-Type': 'application/json', 'X-Sandtable': '1' };
    init.body = JSON.stringify(body);
  }
  const answer = await fetch(spoken(path), init).catch(() => {
    throw new ApiError(0, t('offline'));
  });
  const text = await answer.text();
  let value: unknown = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    throw new ApiError(answer.status, text.slice(0, 200));
  }
  const port = answer.status === 421 ? (value as { port?: number })?.port : undefined;
  if (port && isAbout(path)) {
    goToPort(port);
    return new Promise(() => {}); // the page is left
  }
  if (!answer.ok) throw new ApiError(answer.status, (value as { error?: string })?.error ?? answer.statusText);
  return value as T;
}

export interface Session {
  user: { id: number | string; name: string; guest: boolean; moderator?: boolean };
  settings?: { webhook: string; language: string; theme: string };
  version: number;
}

/** Whether this browser has games of its own. */
const playsHere = () => localStorage.getItem(HERE) !== null;

/** Without a connection a user with games in this browser plays on as a guest. */
export const getSession = () =>
  request<Session>('/api/session').catch((error: ApiError): Session => {
    if (error.status || !playsHere()) throw error;
    return { user: { id: 0, name: t('offline.guest'), guest: true }, version: 0 };
  });
export interface GameLists {
  /** The database does not answer: these are the games that the server has open. */
  partial?: boolean;
  mine: GameInfo[];
  open: GameInfo[];
  public?: GameInfo[];
  offered?: GameInfo[];
}
/** The server's games, and behind them those of this browser. */
export async function getGames(): Promise<GameLists> {
  const asked = request<GameLists>('/api/games');
  if (answersHere('/api/games') || !playsHere()) return asked;
  const here = await engine().then((backend) => backend.hereGames());
  const lists = await asked.catch((error: ApiError): GameLists => {
    if (error.status) throw error;
    return { mine: [], open: [] };
  });
  return { ...lists, mine: [...here, ...lists.mine].sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0)) };
}
/** The journal of a game that is over; the lines of a what-if. */
export async function getJournal(id: string, whatIf: boolean): Promise<string> {
  const path = `/api/games/${id}/${whatIf ? 'moves' : 'journal'}`;
  const got = await fetch(spoken(path), { credentials: 'same-origin' });
  const text = await got.text();
  if (got.ok) return text;
  throw new ApiError(got.status, (JSON.parse(text) as { error?: string }).error ?? text);
}
/** A game of this browser goes on at the server: its journal, the seed of its dice, and who sits where. */
export const postHandover = (game: {
  journal: string;
  seed: string;
  seats: Record<string, string>;
  name: string;
  note: string;
}) => request<{ id: string }>('/api/handover', game);
/** The end of a game's address that shows the invitation to it. */
export const shown = (invite: string | null) => (invite ? `?invite=${encodeURIComponent(invite)}` : '');
/** The clock of a new game; times in seconds. */
export interface NewClock {
  kind: 'none' | 'days' | 'bank' | 'live';
  time: number;
  gain: number;
  vacation: number;
  absent: number;
  out: 'claim' | 'loses' | 'machine';
  claim: 'win' | 'machine';
  rated?: boolean;
}
export interface Profile {
  user: number;
  name: string;
  since: number;
  you: boolean;
  ratings: { scenario: string; title: string; side: string; rating: number; deviation: number; games: number }[];
  results: {
    game: string;
    scenario: string;
    title: string;
    side: string;
    opponent: string;
    result: 'won' | 'drawn' | 'lost';
    rated: boolean;
    before: number;
    after: number;
    at: number;
  }[];
}
export const getProfile = (name: string) => request<Profile>(`/api/profile?name=${encodeURIComponent(name)}`);
export const joinQueue = (body: { scenarios: string[]; side?: string; clock: NewClock }) =>
  request<{ id?: string; waiting?: number }>('/api/queue', body);
export const leaveQueue = () => request<unknown>('/api/queue', { leave: true });
export const lookAtQueue = () => request<{ game?: string; waiting?: number }>('/api/queue');
export const askRematch = (id: string) => request<{ id: string }>(`/api/games/${id}/rematch`, {});
export interface MailSettings {
  address: string;
  confirmed: boolean;
  turns: boolean;
  digest: boolean;
}
/** Refused where the server sends no mail, and to guests. */
export const getMail = () => request<MailSettings>('/api/mail');
export const postMail = (body: Omit<MailSettings, 'confirmed'>) => request<MailSettings>('/api/mail', body);
export interface Report {
  id: number;
  at: number;
  user: number;
  name: string;
  reporter: string;
  game: string;
  text: string;
  words: string;
}
export interface Moderation {
  reports: Report[];
  bans: { kind: 'account' | 'address' | 'mute'; who: string; name: string; until: number }[];
  log: { at: number; who: string; what: string }[];
  users?: { user: number; name: string; since: number }[];
  /** Reports in all. */
  open: number;
  /** Of a list that goes on: where its next page begins. */
  more: Partial<Record<ModerationList, string>>;
}
export type ModerationList = 'reports' | 'bans' | 'log' | 'users';
export const postReport = (body: { user: number; game: string; text: string; words: string }) =>
  request<unknown>('/api/reports', body);

export interface Campaign {
  number: number;
  kind: 'match' | 'tune' | 'balance' | 'analyse';
  state: 'running' | 'done' | 'stopped';
  created: number;
  ended: number;
  units: number;
  counted: number;
  /** Percent, of a match that stops by itself; 0: it does not. */
  low: number;
  high: number;
  milliseconds: number;
  name: string;
  title: string;
  players: string;
  verdict: string;
}
export interface Share {
  share: number;
  low: number;
  high: number;
}
export interface CurvePoint extends Share {
  units: number;
  ratio?: number | null;
}
export interface Analysis {
  turns: { turn: number; chances: number[] }[];
  worst: { order: number; turn: number; given: string; better: string }[];
}
export interface CampaignDetail {
  campaign: Campaign;
  waiting: number;
  leased: number;
  failed: number;
  sides?: (Share & { name: string; won: number; points: number })[];
  shares?: (Share & { player: string; pairs: number })[];
  curve?: CurvePoint[];
  /** A worker's text, which may be anything. */
  analysis?: string;
}
/** Asks for the analysis of a game that is over. */
export const analyseGame = (id: string) => request<unknown>(`/api/games/${id}/analyse`, {});
export const getCampaigns = () => request<{ campaigns: Campaign[] }>('/api/campaigns');
export const getCampaign = (number: string) => request<CampaignDetail>(`/api/campaigns/${number}`);
export const getModeration = () => request<Moderation>('/api/moderation');
export const getModerationPage = (list: ModerationList, before?: string) =>
  request<Moderation>(`/api/moderation?list=${list}${before ? `&before=${before}` : ''}`);
export const decide = (body: Record<string, unknown>) => request<unknown>('/api/moderation', body);
export const getGame = (id: string, invite: string | null) => request<GameInfo>(`/api/games/${id}${shown(invite)}`);
export const createGame = (body: {
  scenario: string;
  options: Record<string, string>;
  seats: Record<string, string>;
  public: boolean;
  dice?: string;
  wait?: number;
  clock?: NewClock;
  /** Played by this browser, without the server. */
  here?: boolean;
}) => request<{ id: string; invite?: string }>('/api/games', body);
export const joinGame = (id: string, side: string, invite?: string, offer?: string) =>
  request<unknown>(`/api/games/${id}/join`, { side, ...(invite ? { invite } : {}), ...(offer ? { offer } : {}) });
/** leave, offer, kick, computer, vacation. */
export const seatAction = (id: string, action: string, body: object) =>
  request<GameInfo>(`/api/games/${id}/${action}`, body);
export const muteUser = (id: string, user: number, on: boolean) =>
  request<unknown>(`/api/games/${id}/mute`, { user, on });
export const blockUser = (user: number, on: boolean) => request<unknown>('/api/blocks', { user, on });
export const getBlocks = () => request<{ blocked: { user: number; name: string }[] }>('/api/blocks');
export const branchGame = (id: string, to: number, name: string, invite: string | null) =>
  request<{ id: string }>(`/api/games/${id}/branch`, { to, name, ...(invite ? { invite } : {}) });
export const nameGame = (id: string, name: string) => request<unknown>(`/api/games/${id}/name`, { name });
export const forgetGame = (id: string) => request<unknown>(`/api/games/${id}/forget`, {});
/** The public half of the key that signs the server's notices; refused where it sends none. */
export const pushKey = () => request<{ key: string }>('/api/push');
export const postPush = (endpoint: string, gone = false) => request<unknown>('/api/push', { endpoint, gone });
export const postSettings = (body: Record<string, string>) => request<unknown>('/api/settings', body);
export const register = (name: string, password: string) =>
  request<{ recovery: string }>('/api/register', { name, password });
export const recover = (name: string, code: string, fresh: string) =>
  request<{ recovery: string }>('/api/recover', { name, code, fresh });
export const changePassword = (password: string, fresh: string) =>
  request<unknown>('/api/password', { password, fresh });
export const removeAccount = (password: string, resign: boolean) =>
  request<unknown>('/api/account/remove', { password, resign });
export const login = (name: string, password: string) => request<unknown>('/api/login', { name, password });
export const logout = (everywhere: boolean) => request<unknown>('/api/logout', { everywhere });

/** The answer from before in the same language, else the answer to a new request. */
function once<T>(kept: Map<string, Promise<T>>, path: string, ask: () => Promise<T>): Promise<T> {
  const key = `${language()} ${path}`;
  let answer = kept.get(key);
  if (!answer) {
    answer = ask();
    answer.catch(() => kept.delete(key));
    kept.set(key, answer);
  }
  return answer;
}

const scenarios = new Map<string, Promise<Scenario[]>>();

/** All scenarios; asked for once a language. */
export const getScenarios = () => once(scenarios, '', () => request<Scenario[]>('/api/scenarios'));

const maps = new Map<string, Promise<MapData>>();

/** The map of a scenario, or the one a game names; asked for once a language. */
export const getMap = (path: string) => once(maps, path, () => request<MapData>(`/api/map/${path}`));

let early: { id: string; session: Promise<Session>; game: Promise<GameInfo> } | null = null;

/** Asks for the data of a game's page, before the page is there. A user who may not see the game yet gets no error
 * here; the socket's state then shows it. */
export function askEarly(id: string, invite: string | null, seen: (map: MapData) => void) {
  early = { id, session: getSession(), game: getGame(id, invite) };
  getScenarios().catch(() => {});
  early.game
    .then(({ map, scenario }) => {
      getLooks(scenario).catch(() => {});
      return getMap(map);
    })
    .then(seen)
    .catch(() => {});
}

/** Who I am and what game that is; each early answer serves once. A visitor without a session then asks again. */
export function enterGame(id: string, invite: string | null) {
  const asked = early?.id === id ? early : null;
  early = null;
  const session = asked?.session ?? getSession();
  const again = () => session.then(() => getGame(id, invite));
  return { session, game: asked ? asked.game.catch(again) : again() };
}

const rules = new Map<string, Promise<Map<string, Rule>>>();

/** The ledger of a system by paragraph; asked for once a language. */
export const getRules = (system: string) =>
  once(rules, system, async () => {
    const byId = new Map<string, Rule>();
    for (const rule of await request<Rule[]>(`/api/rules/${system}`)) {
      byId.set(rule.id, rule);
      if (rule.id.startsWith(`${system}.`)) byId.set(rule.id.slice(system.length + 1), rule);
    }
    return byId;
  });

const looks = new Map<string, Promise<LookTable>>();

/** The system's drawings for a scenario or game; asked for once a language. */
export const getLooks = (scenario: string) => {
  const system = scenario.split('/')[0]!;
  return once(looks, system, async () => lookTable(await request<Looks>(`/api/looks/${system}`)));
};

const tables = new Map<string, Promise<BookTable[]>>();

/** The tables of a system's book; asked for once a language. */
export const getTables = (system: string) =>
  once(tables, system, () => request<BookTable[]>(`/api/tables/${system}`));

/** What the short words of a system mean. */
export const getTerms = (system: string) => request<Term[]>(`/api/terms/${system}`);
