import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fill, type Messages } from '../src/i18n';
import { splitRules } from '../src/model/sentence';
import { sentenceCase } from '../src/ui/orders';
import { percent, splitReferences, splitTerms } from '../src/ui/words';

const folder = join(process.cwd(), 'messages');
const languages = readdirSync(folder).map((name) => name.replace('.json', ''));
const read = (language: string) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Messages;
const english = read('en');

function sources(at: string): string[] {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(join(at, entry.name)) : [readFileSync(join(at, entry.name), 'utf8')],
  );
}

const holes = (message: Messages[string]) =>
  [
    ...new Set(
      Object.values(typeof message === 'string' ? { other: message } : message)
        .join(' ')
        .match(/\{\w+\}/g),
    ),
  ].sort();

/** Names of things the server may speak of: translated where a language has a word, else left as they are. */
const optional = /^language\./;

describe.each(languages)('the message file %s', (language) => {
  const messages = read(language);
  it('has every message and no other', () => {
    const keys = Object.keys(messages).filter((key) => !optional.test(key));
    expect(keys.sort()).toEqual(
      Object.keys(english)
        .filter((key) => !optional.test(key))
        .sort(),
    );
  });
  it('fills the same holes', () => {
    for (const [key, message] of Object.entries(messages))
      if (english[key]) expect([key, holes(message)]).toEqual([key, holes(english[key]!)]);
  });
  it('has all the forms its numbers need', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages))
      if (typeof message !== 'string') expect([key, Object.keys(message).sort()]).toEqual([key, [...forms].sort()]);
  });
});

describe('the source', () => {
  const code = sources(join(process.cwd(), 'src')).join('\n');
  it('uses only messages that exist', () => {
    const used = [...code.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((found) => found[1]!);
    expect(used.length).toBeGreaterThan(100);
    for (const key of used) expect(Object.keys(english)).toContain(key);
  });
  it('uses every message', () => {
    const built = [...code.matchAll(/\bt(?:Or)?\(\s*`([\w.]+)\$\{/g)].map((found) => found[1]!);
    for (const key of Object.keys(english))
      expect([key, code.includes(`'${key}'`) || built.some((stem) => key.startsWith(stem))]).toEqual([key, true]);
  });
});

describe('words', () => {
  it('choose the form of a number', () => {
    const polish = read('pl');
    const turns = (n: number) => fill(polish.turns, 'turns', { n }, 'pl');
    expect([1, 3, 5].map(turns)).toEqual(['1 etap', '3 etapy', '5 etapów']);
    expect(fill(english.turns, 'turns', { n: 1 }, 'en')).toBe('1 turn');
    expect(fill(undefined, 'some.key', {}, 'en')).toBe('some.key');
    expect(fill('a {b} {c}', '', { b: 1 }, 'en')).toBe('a 1 {c}');
  });
  it('do not say twice who is asked what', () => {
    expect(sentenceCase('Soviet: retreat 1 hex', 'Soviet', 'Retreat')).toBe('Retreat 1 hex');
    expect(sentenceCase('German set-up: place', 'German', 'Set-up')).toBe('Place');
    expect(sentenceCase('Niemcy, rozstawienie: ustaw', 'Niemcy', 'Rozstawienie')).toBe('Ustaw');
    expect(sentenceCase('who pursues?', 'Soviet', 'Pursuit')).toBe('Who pursues?');
  });
  it('find the short words of the rulebook', () => {
    const terms = ['CM', 'SP', 'PS'].map((term) => ({ term, rule: '1', words: `${term}!` }));
    const found = (text: string) => splitTerms(text, terms).map(({ words, term }) => (term ? `<${words}>` : words));
    expect(found('2 CMs, 6 SP and a SPG')).toEqual(['2 ', '<CMs>', ', 6 ', '<SP>', ' and a SPG']);
    expect(found('żPS PS CM-R')).toEqual(['żPS ', '<PS>', ' CM-R']);
    const several = ['large town', 'p-panc.', '1:1+'].map((term) => ({ ...terms[0]!, term }));
    expect(splitTerms('a large town, p-panc. and 1:1+', several).filter(({ term }) => term)).toHaveLength(3);
    const long = ['town', 'large town', 'step-loss', 'C+'].map((term) => ({ term, rule: '', words: '' }));
    const among = (text: string) => splitTerms(text, long).map(({ words, term }) => (term ? `<${words}>` : words));
    expect(among('a large town, a town, one step-loss, C+')).toEqual([
      'a ',
      '<large town>',
      ', a ',
      '<town>',
      ', one ',
      '<step-loss>',
      ', ',
      '<C+>',
    ]);
    expect(splitTerms('SP', [])).toEqual([{ words: 'SP', term: null }]);
  });
  it('find the paragraphs that a rule speaks of', () => {
    const known = new Set(['4.2.1', '9.13c-1', 'nysa.1-7', '5.8']);
    const found = (text: string) =>
      splitReferences(text, (id) => known.has(id)).map(({ words, rule }) => (rule ? `<${words}>` : words));
    expect(found('As in 4.2.1, or 9.13c-1; see nysa.1-7.')).toEqual([
      'As in ',
      '<4.2.1>',
      ', or ',
      '<9.13c-1>',
      '; see ',
      '<nysa.1-7>',
      '.',
    ]);
    expect(found('5.8 costs 3 of 4.2.1.9 points').filter((words) => words.startsWith('<'))).toEqual(['<5.8>']);
  });
  it('find the paragraph in a sentence', () => {
    expect(splitRules('It must stop (WB-95 4.2.1)')).toEqual([
      { words: 'It must stop ', rule: null },
      { words: 'WB-95 4.2.1', rule: '4.2.1' },
    ]);
    expect(splitRules('Fog (Proud Monster 9.8) lifts (OCS 2.0i ocs2.4-1)').map(({ rule }) => rule)).toEqual([
      null,
      '9.8',
      null,
      'ocs2.4-1',
    ]);
    expect(splitRules('97 (G) INF-D cannot move')).toEqual([{ words: '97 (G) INF-D cannot move', rule: null }]);
  });
  it('never round a chance to nothing or to certainty', () => {
    expect(percent(0, 36)).toBe('0 %');
    expect(percent(1, 1296)).toBe('<1 %');
    expect(percent(1295, 1296)).toBe('>99 %');
    expect(percent(36, 36)).toBe('100 %');
    expect(percent(9, 36)).toBe('25 %');
  });
});
