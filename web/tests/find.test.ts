import { describe, expect, it } from 'vitest';
import { isFound } from '../src/model/find';
import type { LookTable } from '../src/model/looks';
import type { Piece } from '../src/net/protocol';

const looks = { declared: { branches: [{ symbol: 'ARM', meaning: 'Tanks' }] } } as unknown as LookTable;
const panzer = {
  known: true,
  name: '3',
  formation: 'Panzer Group 2',
  symbol: 'ARM',
  nation: 'German',
  size: 'XX',
  values: [{ text: '10-8-12', at: 'foot' }],
} as unknown as Piece;

describe('counters are found', () => {
  it('by formation, branch, nation, values and hex, in any order and any letters', () => {
    for (const query of ['panzer group', 'tanks', 'GERMAN 3', '10-8-12', '1718n', 'tanks 1718N group', '  '])
      expect(isFound(panzer, query, looks, '1718N')).toBe(true);
  });

  it('only if every word fits', () => {
    expect(isFound(panzer, 'tanks soviet', looks, '1718N')).toBe(false);
    expect(isFound(panzer, 'infantry', looks, '1718N')).toBe(false);
  });

  it('not by a name nobody knows', () => {
    expect(isFound({ ...panzer, known: false, name: 'Tiger' }, 'tiger', looks, '')).toBe(false);
  });
});
