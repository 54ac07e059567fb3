// dice.ts — this browser as a witness of the dice (docs/dice.md). It keeps the server's commitment from the first time
// it is shown, brings a hash chain for each seat of its player, and gives the next link whenever another player's roll
// waits for it. Only the very next link is ever given, and for one roll: that roll is noted, so that an audit can check
// whether the link served it. A link that came too late is known to the server and served no roll: a new chain follows.

import { t } from '../i18n';
import type { DiceInfo, ServerMessage } from '../net/protocol';
import type { Game } from './game';
import { fromHex, sha256, toHex } from './sha256';
import { createStore, type Store } from './store';

const LINKS = 4096;
const REMEMBERED = 200; // games whose chains are kept
const KEY = 'sandtable.dice';
const PATIENCE = 700; // ms before a wait is worth a word

/** The chain of a seat, and the last link that was given: its number and its roll. */
export interface Chain {
  secret: string;
  links: number;
  index: number;
  context: string;
  /** The last link was given for a roll, and the server has not confirmed yet that it took it. */
  open?: boolean;
}

/** What is kept of a game. */
interface Kept {
  commitment: string;
  chains: Record<string, Chain>;
  /** By side: the rolls its links served, all of them together. */
  contexts?: Record<string, string>;
}

export interface DiceState {
  info: DiceInfo | null;
  /** The chains of this browser, as the server knows them: side → anchor. */
  anchors: Record<string, string>;
  /** The rolls that the links of this browser served: side → hash. */
  contexts: Record<string, string>;
  /** What is wrong: the server shows another commitment than before, or asked for a link out of its turn. */
  trouble: '' | 'commitment' | 'asked';
}

/** A hash applied so many times. */
export function hashed(secret: string, times: number): string {
  let bytes: Uint8Array = fromHex(secret);
  for (let i = 0; i < times; i++) bytes = sha256(bytes);
  return toHex(bytes);
}

export const anchorOf = (chain: Chain) => hashed(chain.secret, chain.links);

export function newChain(links: number): Chain {
  return { secret: toHex(crypto.getRandomValues(new Uint8Array(32))), links, index: -1, context: '' };
}

/** What is kept of all links that served a roll: the SHA-256 of what was kept before, the link's number and its roll. */
export function noted(kept: string, index: number, context: string): string {
  const number = [24, 16, 8, 0].map((shift) => ((index >>> shift) & 255).toString(16).padStart(2, '0')).join('');
  return toHex(sha256(fromHex(kept + number + context)));
}

/** The link that is asked for: the next one, or the last one once more for the same roll. Null if it must not be given:
 * a later link reveals all of those before it. */
export function linkFor(chain: Chain, index: number, context: string): string | null {
  const next = index === chain.index + 1 && index < chain.links;
  if (!next && (index !== chain.index || context !== chain.context)) return null;
  chain.index = index;
  chain.context = context;
  return hashed(chain.secret, chain.links - 1 - index);
}

function readAll(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

export class Dice {
  readonly store: Store<DiceState> = createStore<DiceState>({
    info: null,
    anchors: {},
    contexts: {},
    trouble: '',
  });
  private kept: Kept = { commitment: '', chains: {} };
  private you: string[] = [];
  /** Sides whose link came too late: as soon as no roll waits, they get a new chain. */
  private late = new Set<string>();
  private timer = 0;
  private waiting = '';

  constructor(private game: Game) {
    this.kept = readAll()[game.id] ?? this.kept;
  }

  private keep() {
    const { [this.game.id]: _, ...others } = readAll();
    const all = [[this.game.id, this.kept], ...Object.entries(others)].slice(0, REMEMBERED);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // Without storage the chain lasts as long as the page.
    }
  }

  /** Whether the message is only about the dice. */
  hear(message: ServerMessage): boolean {
    if (message.t === 'state' && message.dice) {
      this.you = message.you;
      this.take(message.dice);
      this.bring(message.dice, true);
    }
    if (message.t === 'events') {
      this.rolled();
      this.renew();
    }
    if (message.t === 'dice') {
      this.take(message.dice);
      this.bring(message.dice, false);
    } else if (message.t === 'witness') this.answer(message);
    else if (message.t === 'rolling') this.wait(message.for);
    return message.t === 'dice' || message.t === 'witness' || message.t === 'rolling';
  }

  private take(info: DiceInfo) {
    if (!this.kept.commitment) {
      this.kept.commitment = info.commitment;
      this.keep();
    }
    for (const [side, chain] of Object.entries(this.kept.chains)) {
      const there = info.chains[side];
      if (chain.open && there && there.given > chain.index && there.anchor === anchorOf(chain))
        this.taken(side, chain);
    }
    const changed = this.kept.commitment !== info.commitment;
    this.store.set({
      info,
      contexts: { ...this.kept.contexts },
      ...(changed ? { trouble: 'commitment' as const } : {}),
    });
  }

  /** Brings the chains of this player's seats, or says that they are here. */
  private bring(info: DiceInfo, always: boolean) {
    if (info.trust === 'server') return;
    const links = info.trust === 'witnessed' ? LINKS : 1;
    for (const side of this.you) {
      const there = info.chains[side];
      const used = !!there && there.given >= there.links;
      if (!always && there && !used) continue;
      if (used && info.trust === 'nonces') continue;
      let chain = this.kept.chains[side];
      if (!chain || (used && anchorOf(chain) === there?.anchor)) {
        chain = newChain(links);
        this.kept.chains[side] = chain;
        this.keep();
      }
      this.say(side, chain);
    }
  }

  private async say(side: string, chain: Chain) {
    const anchor = anchorOf(chain);
    const answer = await this.game.ask<unknown>({ t: 'chain', side, anchor, links: chain.links });
    if (answer.kind === 'answer') this.store.set({ anchors: { ...this.store.get().anchors, [side]: anchor } });
    return answer.kind === 'answer';
  }

  /** The server has put the last link into the journal. */
  private taken(side: string, chain: Chain) {
    chain.open = false;
    const before = this.kept.contexts?.[side] ?? '0'.repeat(64);
    this.kept.contexts = { ...this.kept.contexts, [side]: noted(before, chain.index, chain.context) };
    this.keep();
    this.store.set({ contexts: this.kept.contexts });
  }

  private async answer({
    side,
    index,
    context,
    roll,
  }: {
    side: string;
    index: number;
    context: string;
    roll: boolean;
  }) {
    const chain = this.kept.chains[side];
    if (!chain) return;
    if (chain.open && index === chain.index && context !== chain.context) {
      this.late.add(side); // it was given, and the roll went on without it
      return;
    }
    if (chain.open && index === chain.index + 1) this.taken(side, chain);
    const link = roll || index === 0 ? linkFor(chain, index, context) : null;
    if (link === null) {
      this.store.set({ trouble: 'asked' });
      return;
    }
    chain.open = roll;
    this.keep();
    const answer = await this.game.ask<unknown>({ t: 'link', side, link });
    if (!chain.open || chain.index !== index) return;
    if (answer.kind === 'answer') this.taken(side, chain);
    else if (answer.kind === 'refused') {
      this.late.add(side);
      this.renew();
    }
  }

  /** A link that came too late is known to the operator: the chain ends with it. While a roll waits the new one
   * is refused, and brought later. */
  private async renew() {
    const sides = this.store.get().info?.trust === 'witnessed' ? [...this.late] : [];
    this.late.clear();
    for (const side of sides) {
      let chain = this.kept.chains[side];
      if (!chain || chain.index >= 0) chain = this.kept.chains[side] = newChain(LINKS);
      this.keep();
      if (!(await this.say(side, chain))) this.late.add(side);
    }
  }

  /** Shows whose browser a roll waits for, if it takes a while. */
  private wait(sides: string[]) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const names = sides.map(
        (word) => this.game.state.scenario?.sides.find((side) => side.word === word)?.name ?? word,
      );
      this.waiting = t('dice.waiting', { sides: names.join(', ') });
      this.game.notice(this.waiting);
    }, PATIENCE);
  }

  private rolled() {
    clearTimeout(this.timer);
    if (this.waiting && this.game.state.notice === this.waiting) this.game.notice(null);
    this.waiting = '';
  }
}
