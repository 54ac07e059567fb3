// cases.ts — the cases that show rules, as tools/cases.mjs chose them; fetched once a rulebook.

import { fileAt } from '../net/here';

export interface Case {
  /** What it shows, in English. */
  name: string;
  /** The rules, with the rulebook's name before them. */
  proves: string[];
  lines: string[];
}

export interface Cases {
  cases: Case[];
  /** By rule: numbers of cases, the one that teaches best first. */
  rules: Record<string, number[]>;
}

const kept = new Map<string, Promise<Cases>>();

export function getCases(system: string): Promise<Cases> {
  let cases = kept.get(system);
  if (!cases) {
    cases = fetch(fileAt(`engine/cases-${system}.json`)).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.json();
    });
    cases.catch(() => kept.delete(system));
    kept.set(system, cases);
  }
  return cases;
}

/** The number of a rule's case; null if none shows it. The ledger's own name stands before its paragraphs. */
export const caseOf = ({ rules }: Cases, system: string, id: string): number | null =>
  (rules[`${system}.${id}`] ?? rules[id])?.[0] ?? null;
