// tried.ts — which rules were shown to the end or tried, as this browser remembers; and which one is being shown.

import { createStore } from '../model/store';

const KEY = 'sandtable.tried';

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Rules with the rulebook's name before them, and the one last asked for. */
export const tried = createStore<{ rules: string[]; shown: string | null }>({ rules: read(), shown: null });

export function markTried(rule: string) {
  const { rules } = tried.get();
  if (rules.includes(rule)) return;
  tried.set({ rules: [...rules, rule] });
  try {
    localStorage.setItem(KEY, JSON.stringify(tried.get().rules));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
