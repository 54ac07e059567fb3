// studies.ts — studies, as this browser keeps them: chapters with a position each, text, arrows and coloured hexes.

import { secret } from '../engine/module';
import { createStore } from '../model/store';
import { fromLink, toLink } from './link';
import type { Arrow, Tint } from './picture';

export interface Chapter {
  title: string;
  comment: string;
  /** The position, as a lab script. */
  lines: string[];
  arrows: Arrow[];
  tints: Tint[];
  /** It branches off from the chapter before it. */
  branch: boolean;
}

export interface Study {
  id: string;
  system: string;
  title: string;
  chapters: Chapter[];
}

const KEY = 'sandtable.studies';

function read(): Study[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Study[];
  } catch {
    return [];
  }
}

export const studies = createStore<{ all: Study[] }>({ all: read() });

function keep(all: Study[]) {
  studies.set({ all });
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

export const changeStudy = (study: Study) =>
  keep(studies.get().all.map((one) => (one.id === study.id ? study : one)));

export const dropStudy = (id: string) => keep(studies.get().all.filter((one) => one.id !== id));

/** A position becomes the next chapter of the study, or the first of a new one. Of one with the same beginning it is a branch. */
export function addChapter(system: string, lines: string[], title: string, to: string | null): string {
  const { all } = studies.get();
  const found = all.find((one) => one.id === to);
  const before = found?.chapters.at(-1)?.lines ?? [];
  const shared = before.filter((line, i) => line === lines[i]).length;
  const branch = shared > 1 && shared < before.length;
  const chapter: Chapter = { title: '', comment: '', lines, arrows: [], tints: [], branch };
  if (found) {
    changeStudy({ ...found, chapters: [...found.chapters, chapter] });
    return found.id;
  }
  const study: Study = { id: secret(5), system, title, chapters: [chapter] };
  keep([study, ...all]);
  return study.id;
}

/** A study inside a link, for others to read. */
export const studyLink = (study: Study) => toLink([JSON.stringify(study)]);
export const studyFrom = async (text: string) => JSON.parse((await fromLink(text)).join('\n')) as Study;
