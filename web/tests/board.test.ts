// The board's tools and its link, and the steps of a case.

import { describe, expect, it } from 'vitest';
import { stepsOf } from '../src/engine/show';
import { fromLink, toLink } from '../src/learn/link';
import { linesFor, movedTo, newName, withoutPiece, withPhase } from '../src/learn/script';

const lines = ['lab x/empty 10x10', 'counter a Red INF', 'place a 0505', 'place a b 0606', 'phase red movement'];

describe('the board', () => {
  it('names what is new', () => {
    expect(newName(lines)).toBe('c');
    expect(newName([])).toBe('a');
  });
  it('puts what the palette has', () => {
    const entry = { kind: 'counter', name: '', line: 'counter %n Red ARM ; place %n %h' };
    expect(linesFor(entry, lines, { hex: '0707', from: null })).toEqual(['counter c Red ARM', 'place c 0707']);
    const listed = { kind: 'counter', name: '', line: 'place {a b d} %h' };
    expect(linesFor(listed, lines, { hex: '0707', from: null })).toEqual(['place d 0707']);
    const side = { kind: 'side', name: '', line: 'edge river %g/%h' };
    expect(linesFor(side, lines, { hex: '0707', from: '0706' })).toEqual(['edge river 0706/0707']);
  });
  it('moves and takes counters', () => {
    expect(movedTo(lines, 'a', '0101').at(-1)).toBe('place a 0101');
    expect(movedTo([...lines, 'place a 0101'], 'a', '0202').slice(-2)).toEqual([
      'phase red movement',
      'place a 0202',
    ]);
    expect(withoutPiece(lines, 'a')).toEqual(['lab x/empty 10x10', 'place b 0606', 'phase red movement']);
    expect(withoutPiece(lines, 'z').at(-1)).toBe('remove z');
  });
  it('begins another phase', () => {
    expect(withPhase(lines, 'phase red combat').filter((line) => line.startsWith('phase'))).toEqual([
      'phase red combat',
    ]);
    expect(withPhase([...lines, 'do "end"'], 'phase red combat').at(-1)).toBe('phase red combat skip');
  });
  it('fits into a link', async () => {
    const link = await toLink([...lines, 'do "attack ą at 0505"']);
    expect(link).toMatch(/^[\w-]+$/);
    expect(await fromLink(link)).toEqual([...lines, 'do "attack ą at 0505"']);
  });
});

describe('a case', () => {
  it('is set up, then goes step by step', () => {
    const { setup, steps } = stepsOf([
      'lab x/empty',
      'place a 0505',
      'phase red movement',
      'refuse "move a 0605" rule x.1',
      'dice 3 4',
      'do "move a 0506"',
    ]);
    expect(setup).toEqual(['lab x/empty', 'place a 0505', 'phase red movement']);
    expect(steps.map(({ kind, order, before }) => [kind, order, before])).toEqual([
      ['refuse', 'move a 0605', []],
      ['do', 'move a 0506', ['dice 3 4']],
    ]);
  });
});
