// i18n — the words of the client, from messages/LANG.json. A language is added by adding a file. English comes with
// the first page; other languages are fetched when they are wanted. `{name}` in a message is filled in; a message
// with forms (`one`, `few`, `many`, `other`) is chosen by the number `n`.

import english from '../../messages/en.json';
import { createStore, useStore } from '../model/store';

type Message = string | Record<string, string>;
export type Messages = Record<string, Message>;

const files = import.meta.glob<{ default: Messages }>('../../messages/*.json');

export const languages: string[] = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort();

const words = createStore<{ language: string; messages: Messages }>({
  language: 'en',
  messages: english as Messages,
});

export function fill(
  message: Message | undefined,
  key: string,
  values: Record<string, string | number>,
  language: string,
): string {
  let text: string;
  if (message === undefined) text = key;
  else if (typeof message === 'string') text = message;
  else {
    const form = new Intl.PluralRules(language).select(Number(values.n ?? 0));
    text = message[form] ?? message.other ?? key;
  }
  return text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}

export function t(key: string, values: Record<string, string | number> = {}): string {
  const { language, messages } = words.get();
  return fill(messages[key] ?? (english as Messages)[key], key, values, language);
}

/** The message if there is one for this key, else the words given. */
export function tOr(key: string, otherwise: string): string {
  const message = words.get().messages[key];
  return typeof message === 'string' ? message : otherwise;
}

export async function setLanguage(language: string): Promise<void> {
  const file = files[`../../messages/${language}.json`];
  const messages = language === 'en' || !file ? (english as Messages) : (await file()).default;
  words.set({ language: file ? language : 'en', messages });
  document.documentElement.lang = file ? language : 'en';
}

export function language(): string {
  return words.get().language;
}

/** Calls when another language was chosen; returns how to stop that. */
export function onLanguage(changed: () => void): () => void {
  let before = language();
  return words.subscribe(() => {
    if (language() === before) return;
    before = language();
    changed();
  });
}

/** Renders again when the language changes. */
export function useLanguage(): string {
  return useStore(words, (value) => value.language);
}

export function preferredLanguage(): string {
  for (const wanted of navigator.languages ?? []) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (languages.includes(short)) return short;
  }
  return 'en';
}
