// span.ts — a span of time in words.

import { t } from '../i18n';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

const two = (n: number) => String(n).padStart(2, '0');

/** A span of time in its two largest units; minutes and seconds as a clock shows them. */
export function span(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [d, h] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR)];
  if (d) return t(h ? 'clock.days' : 'clock.day', { d, h });
  const m = Math.floor((left % HOUR) / MINUTE);
  if (h) return t(m ? 'clock.hours' : 'clock.hour', { h, m });
  return `${Math.floor(left / MINUTE)}:${two(left % MINUTE)}`;
}
