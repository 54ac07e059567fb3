// page.tsx — the frame of a page beside the lobby: its head with the way home, and an error, if there was one.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { addressOf } from '../model/route';

/** An error, in a line of its own. */
export function Problem({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p class="problem" role="alert">
      {words}
    </p>
  );
}

export function Page({
  title,
  problem,
  children,
}: {
  title: string;
  problem: string;
  children: ComponentChildren;
}) {
  return (
    <div class="lobby player">
      <header class="masthead">
        <h1>{title}</h1>
        <a class="button who" href={addressOf('/')}>
          {t('home')}
        </a>
      </header>
      <main>
        <Problem words={problem} />
        {children}
      </main>
    </div>
  );
}
