// plans.tsx — plans that are written down: the one in hand beside the question, a page of each to be printed, and all
// of them beside their results.

import { useEffect, useState } from 'preact/hooks';
import { language, t } from '../i18n';
import type { Game } from '../model/game';
import { isDrawing, planOf, stretches } from '../model/plans';
import { bareWords } from '../model/sentence';
import { useStore } from '../model/store';
import { isHere } from '../net/here';
import { PanelCard } from './affairs';
import { showHexes } from './log';
import { capital, Dialog, SideName } from './words';

const SETTLED = 400; // ms: a question may be answered in advance meanwhile

/** The work in hand, under the order: a plan while it is drawn, its missing parts and its prospects; or the sheet that
 * the question is about. */
export function InHand({ game }: { game: Game }) {
  const kind = useStore(game.store, (state) => {
    const question = state.position?.keys.question;
    return question?.yours ? question.kind : null;
  });
  const drawing = useStore(game.store, (state) => isDrawing(state.position?.keys.question));
  const panels = useStore(game.store, (state) => state.panels);
  const looks = useStore(game.store, (state) => state.looks);
  const held = kind !== null && panels.some((panel) => panel.atHand);
  useEffect(() => {
    if (!kind) return;
    const timer = window.setTimeout(() => game.looking.readFor(kind), SETTLED);
    return () => clearTimeout(timer);
  }, [game, kind, looks]);
  useEffect(() => {
    if (!drawing && !held) return;
    game.looking.watchPanels(true);
    return () => game.looking.watchPanels(false);
  }, [game, drawing, held]);
  if (!drawing && !held) return null;
  return (
    <div class="affairs in-hand">
      {panels
        .filter((panel) => panel.atHand)
        .map((panel) => (
          <PanelCard key={panel.name} game={game} panel={panel} />
        ))}
    </div>
  );
}

/** The note beside a plan, for viewers who may read it; while the plan is in hand it is written here. */
export function NoteOfPlan({ game, plan, inHand }: { game: Game; plan: number; inHand: boolean }) {
  const kept = useStore(game.store, (state) => state.planNotes.find((note) => note.plan === plan)?.text) ?? '';
  const [own, setOwn] = useState<string | null>(null);
  const save = () => own !== null && own !== kept && game.notePlan(plan, own);
  useEffect(() => {
    const timer = window.setTimeout(save, 400);
    return () => clearTimeout(timer);
  }, [own]);
  if (!inHand) return kept ? <p class="plan-note">{kept}</p> : null;
  return (
    <label class="notes">
      {t('plans.note')}
      <textarea
        rows={2}
        maxLength={300}
        value={own ?? kept}
        onInput={(event) => setOwn(event.currentTarget.value)}
        onBlur={save}
      />
    </label>
  );
}

export function PageButton({ game, plan }: { game: Game; plan: number }) {
  if (isHere(game.id)) return null; // no player draws it
  return (
    <button type="button" class="quiet-button" onClick={() => game.plans.openPage(plan)}>
      {t('plans.page')}
    </button>
  );
}

export function CompareButton({ game }: { game: Game }) {
  return (
    <button type="button" onClick={() => game.plans.compare()}>
      {t('plans.compare')}
    </button>
  );
}

/** A plan on a page of A5, as the server draws it: to be printed, or taken away as PDF. */
export function PageDialog({ game }: { game: Game }) {
  const plan = useStore(game.store, (state) => state.page);
  if (plan === null) return null;
  const address = (kind: string) => `/api/games/${game.id}/plan-${plan}.${kind}?lang=${language()}`;
  return (
    <Dialog title={t('plans.page')} onClose={() => game.plans.openPage(null)} wide>
      <p class="buttons page-buttons">
        <button type="button" class="primary" onClick={() => window.print()}>
          {t('plans.print')}
        </button>
        <a class="button" href={address('pdf')} target="_blank" rel="noreferrer">
          PDF
        </a>
      </p>
      <img class="page" src={`${address('svg')}&at=${game.state.position?.keys.seq}`} alt={t('plans.page')} />
    </Dialog>
  );
}

/** In the place of the question: which plan is looked at, which counters it bound and when. */
export function ComparedBar({ game }: { game: Game }) {
  const compared = useStore(game.store, (state) => state.compared);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const shown = compared?.plan;
  useEffect(() => {
    if (compared) showHexes(planOf(compared)?.sketches.flatMap((sketch) => sketch.hexes) ?? []);
  }, [shown]);
  if (!compared) return null;
  const plan = planOf(compared);
  const index = sides.findIndex((side) => side.word === plan?.side);
  const bound = compared.ways.ways.filter((way) => way.steps.some((step) => step[2] === plan?.plan));
  const went = bound.filter((way) => stretches(way, plan!.plan).length > 0);
  return (
    <div class="prompt compared" tabIndex={-1}>
      <p role="status">
        {sides[index] && <SideName name={sides[index]!.name} colour={sides[index]!.colour} index={index} />}{' '}
        <strong>{capital(bareWords(plan?.title.text ?? ''))}.</strong>{' '}
        {plan?.from
          ? t('plans.bound', { n: bound.length, from: plan.from, to: plan.to, went: went.length })
          : t('plans.never')}
      </p>
      <p class="quiet">{t('plans.legend')}</p>
      <div class="verbs" role="toolbar" aria-label={t('plans.compare')}>
        <select
          aria-label={t('plans.which')}
          value={compared.plan}
          onChange={(event) => game.plans.show(Number(event.currentTarget.value))}
        >
          {compared.ways.plans.map((one) => (
            <option key={one.plan} value={one.plan}>
              {sides.find((side) => side.word === one.side)?.name ?? one.side}: {bareWords(one.title.text)}
            </option>
          ))}
        </select>
        <button type="button" class="primary" onClick={() => game.plans.end()}>
          {t('plans.back')}
        </button>
      </div>
    </div>
  );
}
