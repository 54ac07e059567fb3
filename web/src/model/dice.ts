// dice.ts — this browser as a witness of the dice (docs/dice.md). It keeps the server's commitment from the first time it is
// shown, brings a hash chain for each seat of its player, and gives the next link whenever a roll of somebody else waits for
// it. A link is given once: if the server asks for one again with another journal, it is not given, and that is said.

import { t } from '../i18n';
import type { DiceInfo, ServerMessage } from '../net/protocol';
import type { Game } from './game';
import { fromHex, sha256, toHex } from './sha256';
import { createStore, type Store } from './store';

const LINKS = 4096;
const REMEMBERED = 200; // games whose chains are kept
const KEY = 'sandtable.dice';
const PATIENCE = 700; // ms before a wait is worth a word

/** The chain of a seat, and the last link that was given: its number and what it was given for. */
export interface Chain {
  secret: string;
  links: number;
  index: number;
  context: string;
}

/** What is kept of a game. */
interface Kept {
  commitment: string;
  chains: Record<string, Chain>;
}

export interface DiceState {
  info: DiceInfo | null;
  /** The chains of this browser, as the server knows them: side → anchor. */
  anchors: Record<string, string>;
  /** What is wrong: the server shows another commitment than before, or asked for a link twice. */
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

/** The link that is asked for; null if it must not be given: it was, for something else. */
export function linkFor(chain: Chain, index: number, context: string): string | null {
  if (index >= chain.links || index < chain.index || (index === chain.index && context !== chain.context))
    return null;
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
  readonly store: Store<DiceState> = createStore<DiceState>({ info: null, anchors: {}, trouble: '' });
  private kept: Kept = { commitment: '', chains: {} };
  private you: string[] = [];
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

  /** Whether the message is about the dice alone. */
  hear(message: ServerMessage): boolean {
    if (message.t === 'state' && message.dice) {
      this.you = message.you;
      this.take(message.dice);
      this.bring(message.dice, true);
    }
    if (message.t === 'events') this.rolled();
    if (message.t === 'dice') {
      this.take(message.dice);
      this.bring(message.dice, false);
    } else if (message.t === 'witness') this.answer(message.side, message.index, message.context);
    else if (message.t === 'rolling') this.wait(message.for);
    return message.t === 'dice' || message.t === 'witness' || message.t === 'rolling';
  }

  private take(info: DiceInfo) {
    if (!this.kept.commitment) {
      this.kept.commitment = info.commitment;
      this.keep();
    }
    const changed = this.kept.commitment !== info.commitment;
    this.store.set({ info, ...(changed ? { trouble: 'commitment' as const } : {}) });
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
  }

  private answer(side: string, index: number, context: string) {
    const chain = this.kept.chains[side];
    if (!chain) return;
    const link = linkFor(chain, index, context);
    if (link === null) {
      this.store.set({ trouble: 'asked' });
      return;
    }
    this.keep();
    this.game.send({ t: 'link', side, link });
  }

  /** Says whose browser a roll waits for, if it takes a while. */
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
