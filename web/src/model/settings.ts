// settings.ts — this browser's settings: language, theme, sound, hints. The server keeps language and theme too.

import { preferredLanguage, setLanguage } from '../i18n';
import { postSettings } from '../net/api';
import { createStore } from './store';

export interface Settings {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  /** The sounds played: see sounds.ts. */
  sounds: string[];
  notify: boolean;
  hints: boolean;
  /** Milliseconds for which an order of another player is shown; null: as the browser is set up. */
  pace: number | null;
  /** How many times faster than usual the past goes on by itself. */
  speed: number;
  /** Dice are animated. */
  dice: boolean;
  /** Games in which the card with the victory conditions was closed. */
  goalsRead: string[];
  /** Games of one player for all sides, who wants no curtain between them. */
  openHands: string[];
  /** Warnings that are not wanted again: "guard", or "end" with the kind of a question. */
  quiet: string[];
}

export const PACES = [0, 200, 450, 1000, 2200];
export const SPEEDS = [0.5, 1, 2, 4];
const PACE = 450;
const PLAYED = 800; // ms an order of the past is looked at

const KEY = 'sandtable';

function read(): Settings {
  const first: Settings = {
    language: preferredLanguage(),
    theme: 'auto',
    sounds: ['turn', 'fire', 'dice', 'loss'],
    notify: false,
    hints: true,
    pace: null,
    speed: 1,
    dice: true,
    goalsRead: [],
    quiet: [],
    openHands: [],
  };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return first;
  }
}

export const settings = createStore<Settings>(read());
export const appearance = createStore<{ dark: boolean; small: boolean }>({ dark: false, small: false });

const stillWanted = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How long an order of another player is shown; with reduced motion the outcome is shown at once. */
export const paceOf = () => settings.get().pace ?? (stillWanted() ? 0 : PACE);

export const playedFor = () => PLAYED / settings.get().speed;

export const diceRoll = () => settings.get().dice && !stillWanted();

/** A screen on which the map needs the whole room: the same words as in style/small.css. */
const small = matchMedia('(max-width: 700px), (max-height: 500px)');

const darkWanted = matchMedia('(prefers-color-scheme: dark)');

function showTheme() {
  const { theme } = settings.get();
  const dark = theme === 'dark' || (theme === 'auto' && darkWanted.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  appearance.set({ dark });
}

export function beginSettings() {
  showTheme();
  darkWanted.addEventListener('change', showTheme);
  appearance.set({ small: small.matches });
  small.addEventListener('change', () => appearance.set({ small: small.matches }));
  return setLanguage(settings.get().language);
}

/** A browser that has no settings of its own takes those the server keeps for the user. */
export async function adopt(kept: { language: string; theme: string } | undefined) {
  if (!kept || localStorage.getItem(KEY)) return;
  if (kept.theme === 'light' || kept.theme === 'dark') settings.set({ theme: kept.theme });
  showTheme();
  if (kept.language && kept.language !== 'en') {
    settings.set({ language: kept.language });
    await setLanguage(kept.language);
  }
}

export async function change(what: Partial<Settings>) {
  settings.set(what);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.get()));
  } catch {
    // A browser that keeps nothing forgets the settings with the page.
  }
  showTheme();
  if (what.language) await setLanguage(what.language);
  if (what.language || what.theme) {
    const { language, theme } = settings.get();
    postSettings({ language, theme }).catch(() => {});
  }
}
