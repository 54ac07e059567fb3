import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { anchorOf, hashed, linkFor, newChain } from '../src/model/dice';
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
  const link = linkFor(chain, 3, 'this roll');
  expect(link).toBe(hashed(chain.secret, 5));
  expect(linkFor(chain, 3, 'this roll')).toBe(link);
  expect(linkFor(chain, 3, 'another roll')).toBe(null);
  expect(linkFor(chain, 2, 'an earlier one')).toBe(null);
});
