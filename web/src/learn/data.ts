// data.ts — the parts of the rulebook's pages: paragraphs, chapters, tables in their places, terms, switches.

import { language } from '../i18n';
import { getRules, getScenarios, getTables, getTerms } from '../net/api';
import { fileAt, site } from '../net/here';
import type { BookTable, Rule, Scenario, ScenarioOption, Term } from '../net/protocol';

export interface Chapter {
  id: string;
  title: string;
  rules: Rule[];
}

/** An option of some scenarios that switches a paragraph. */
export interface Switch {
  option: ScenarioOption;
  scenarios: string[];
}

export interface Ruling {
  id: string;
  words: string;
}

export interface BookData {
  title: string;
  chapters: Chapter[];
  byId: Map<string, Rule>;
  tables: Map<string, BookTable[]>;
  switches: Map<string, Switch[]>;
  terms: Term[];
  /** By paragraph: the ruling where the book leaves it open. */
  rulings: Map<string, Ruling[]>;
  /** By paragraph: the paragraphs that cite it. */
  citedBy: Map<string, string[]>;
}

/** The rows of a table of the data, by the names of its columns. */
export function readTable(text: string): Record<string, string>[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const head = lines[0]?.split('\t') ?? [];
  return lines.slice(1).map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(head.map((name, i) => [name, cells[i] ?? '']));
  });
}

/** The chapter of a paragraph: the number before its first dot or dash. */
export const chapterOf = (id: string) => /^[^.-]*/.exec(id)![0];

const packs = new Map<string, Promise<Record<string, string>>>();

/** The files of a rulebook's data. */
export function getPack(system: string): Promise<Record<string, string>> {
  let pack = packs.get(system);
  if (!pack) {
    pack = fetch(fileAt(site ? `api/pack/${system}.json` : `api/pack/${system}`)).then((answer) => answer.json());
    pack.catch(() => packs.delete(system));
    packs.set(system, pack);
  }
  return pack;
}

const REFERENCE = /(?<![\w.-])((?:[a-z]+\d?\.)?(?:\d+|[IVX]+)(?:\.\w+|[a-zA-Z])*(?:-\d+)?)(?![\w-]|\.\d)/g;

/** The paragraphs that a text names. */
export function referencesOf(text: string, known: (id: string) => boolean): string[] {
  const found = [...text.matchAll(REFERENCE)]
    .map((one) => one[1]!)
    .filter((id) => /[.-]|[a-zA-Z]/.test(id) && known(id));
  return [...new Set(found)];
}

function switchesOf(scenarios: Scenario[]): Map<string, Switch[]> {
  const found = new Map<string, Switch[]>();
  for (const scenario of scenarios)
    for (const option of scenario.options) {
      if (!option.rule) continue;
      const list = found.get(option.rule) ?? [];
      const same = list.find((one) => one.option.name === option.name && one.option.value === option.value);
      if (same) same.scenarios.push(scenario.title);
      else list.push({ option, scenarios: [scenario.title] });
      found.set(option.rule, list);
    }
  return found;
}

function put<T>(map: Map<string, T[]>, key: string, value: T) {
  map.set(key, [...(map.get(key) ?? []), value]);
}

export async function getBook(system: string): Promise<BookData> {
  const [rules, scenarios, tables, terms, pack] = await Promise.all([
    getRules(system),
    getScenarios(),
    getTables(system),
    getTerms(system),
    getPack(system),
  ]);
  const list = [...new Set(rules.values())];
  const byId = new Map(list.map((rule) => [rule.id, rule]));
  const own = scenarios.filter((one) => one.system === system);
  const names = readTable(pack[`${system}/book/chapters.tsv`] ?? '');
  const known = names.map((row) => row.chapter!);
  const others = [...new Set(list.map((rule) => chapterOf(rule.id)))].filter((id) => !known.includes(id));
  const chapters = [
    ...names.map((row) => ({ id: row.chapter!, title: row[language()] || row.en! })),
    ...others.map((id) => ({ id, title: id })),
  ]
    .map(({ id, title }) => ({ id, title, rules: list.filter((rule) => chapterOf(rule.id) === id) }))
    .filter((chapter) => chapter.rules.length);
  const placed = new Map<string, BookTable[]>();
  for (const { table, rule } of readTable(pack[`${system}/book/tables.tsv`] ?? '')) {
    const found = tables.find((one) => one.name === table);
    if (found) put(placed, rule!, found);
  }
  const rulings = new Map<string, Ruling[]>();
  for (const row of readTable(pack[`${system}/book/rulings.tsv`] ?? ''))
    for (const id of row.rules!.split(' '))
      put(rulings, id, { id: row.ruling!, words: row[language()] || row.en! });
  const citedBy = new Map<string, string[]>();
  for (const rule of list)
    for (const id of referencesOf(rule.words, (one) => one !== rule.id && byId.has(one))) put(citedBy, id, rule.id);
  return {
    title: own[0]?.systemTitle ?? system,
    chapters,
    byId,
    tables: placed,
    switches: switchesOf(own),
    terms,
    rulings,
    citedBy,
  };
}

/** Paragraphs that have all the words, in title, text or number; those with them in the title come first. */
export function search(book: BookData, wanted: string): Rule[] {
  const plain = (text: string) => text.toLocaleLowerCase(language());
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [...book.byId.values()].filter((rule) => {
    const read = (book.rulings.get(rule.id) ?? []).map(({ id, words: said }) => `${id} ${said}`).join(' ');
    const text = plain(`${rule.id} ${rule.title} ${rule.words} ${read}`);
    return words.every((word) => text.includes(word));
  });
  const weight = (rule: Rule) => (words.every((word) => plain(`${rule.id} ${rule.title}`).includes(word)) ? 0 : 1);
  return found.sort((a, b) => weight(a) - weight(b));
}
