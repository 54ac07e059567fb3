// showme.tsx — the link from a paragraph to a case that shows it.

import { useEffect, useState } from 'preact/hooks';
import { type Cases, caseOf, getCases } from '../engine/cases';
import { t } from '../i18n';
import { go } from '../model/route';
import { useStore } from '../model/store';
import { tried } from './tried';

/** The cases of a rulebook; null while they come, or where the client was built without the engine. */
export function useCases(system: string | undefined): Cases | null {
  const [cases, setCases] = useState<Cases | null>(null);
  useEffect(() => {
    if (system) getCases(system).then(setCases, () => {});
  }, [system]);
  return cases;
}

export function showRule(system: string, id: string, number: number) {
  tried.set({ shown: `${system}.${id}` });
  go(`/g/here-show-${system}-${number}`);
}

export function ShowMe({ system, rule, cases }: { system: string; rule: string; cases: Cases | null }) {
  const done = useStore(tried, ({ rules }) => rules.includes(`${system}.${rule}`));
  const number = cases && caseOf(cases, system, rule);
  if (number === null) return null;
  return (
    <button type="button" class="show-case" onClick={() => showRule(system, rule, number)}>
      {done && (
        <span class="done" title={t('book.shown')}>
          ✓{' '}
        </span>
      )}
      {t('book.show')}
    </button>
  );
}
