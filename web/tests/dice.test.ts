import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { anchorOf, Dice, hashed, linkFor, newChain, noted } from '../src/model/dice';
import type { Game } from '../src/model/game';
import { fromHex, sha256, toHex } from '../src/model/sha256';

test('sha256 is the one of the standard', () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = new Uint8Array(randomBytes(length));
    expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('the links of a chain lead to its anchor, one by one', () => {
  const chain = newChain(5);
  let last = anchorOf(chain);
  for (let index = 0; index < 5; index++) {
    const link = linkFor(chain, index, `roll ${index}`)!;
    expect(toHex(sha256(fromHex(link)))).toBe(last);
    last = link;
  }
  expect(last).toBe(chain.secret);
  expect(linkFor(chain, 5, 'roll 5')).toBe(null);
});

test('a link is given for one roll alone', () => {
  const chain = newChain(9);
  expect(linkFor(chain, 3, 'this roll'), 'whoever has the fourth has the three before it').toBe(null);
  expect(linkFor(chain, 8, 'this roll')).toBe(null);
  const link = linkFor(chain, 0, 'this roll');
  expect(link).toBe(hashed(chain.secret, 8));
  expect(linkFor(chain, 0, 'this roll')).toBe(link);
  expect(linkFor(chain, 0, 'another roll')).toBe(null);
  expect(linkFor(chain, 2, 'a later one')).toBe(null);
  expect(linkFor(chain, 1, 'the next one')).toBe(hashed(chain.secret, 7));
  expect(linkFor(chain, 0, 'this roll')).toBe(null);
});

test('what the links served is one hash of all of it', () => {
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const contexts = [randomBytes(32), randomBytes(32)];
  let kept = Buffer.alloc(32);
  for (const [i, context] of contexts.entries())
    kept = sha(Buffer.concat([kept, Buffer.from([0, 0, 1, i]), context]));
  const text = contexts.reduce(
    (before, context, i) => noted(before, 256 + i, context.toString('hex')),
    '0'.repeat(64),
  );
  expect(text).toBe(kept.toString('hex'));
});

/** A server that takes every chain, and links as `takes` says; what was sent to it. */
function table(takes: () => 'answer' | 'refused' | 'error') {
  const sent: Record<string, unknown>[] = [];
  const ask = async (message: Record<string, unknown>) => {
    sent.push(message);
    return message.t === 'link' ? { kind: takes() } : { kind: 'answer' };
  };
  const dice = new Dice({ id: 'g1', ask, notice: () => {}, state: {} } as unknown as Game);
  const info = { trust: 'witnessed', wait: 10, commitment: 'c', chains: {} as Record<string, object> };
  dice.hear({ t: 'state', you: ['german'], dice: info } as never);
  return { dice, sent, info };
}
const wanted = (index: number, context: string) =>
  ({ t: 'witness', side: 'german', index, roll: true, context }) as never;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('what a link served is noted when the server has taken it', async () => {
  const { dice, sent } = table(() => 'answer');
  const context = 'ab'.repeat(32);
  dice.hear(wanted(0, context));
  await settled();
  expect(sent.map((message) => message.t)).toEqual(['chain', 'link']);
  expect(dice.store.get().contexts).toEqual({ german: noted('0'.repeat(64), 0, context) });
  dice.hear(wanted(7, context));
  await settled();
  expect(sent).toHaveLength(2);
  expect(dice.store.get().trouble).toBe('asked');
});

test('a link that came too late served nothing, and a new chain is brought', async () => {
  const { dice, sent } = table(() => 'refused');
  dice.hear(wanted(0, 'ab'.repeat(32)));
  await settled();
  const chains = sent.filter((message) => message.t === 'chain');
  expect(chains).toHaveLength(2);
  expect(chains[1]!.anchor).not.toBe(chains[0]!.anchor);
  expect(dice.store.get()).toMatchObject({ contexts: {}, trouble: '' });
});

test('a link that was given and is wanted for another roll ends its chain without an alarm', async () => {
  const { dice, sent } = table(() => 'error'); // the line was cut before it was heard whether the link was taken
  dice.hear(wanted(0, 'ab'.repeat(32)));
  await settled();
  dice.hear(wanted(0, 'cd'.repeat(32)));
  await settled();
  expect(sent.filter((message) => message.t === 'link')).toHaveLength(1);
  dice.hear({ t: 'events' } as never);
  await settled();
  expect(sent.filter((message) => message.t === 'chain')).toHaveLength(2);
  expect(dice.store.get().trouble).toBe('');
});
