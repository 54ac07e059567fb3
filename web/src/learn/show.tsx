// show.tsx — a case that shows a rule: its steps forward and back beside the map, refusals and their reasons, the dice,
// the odds; then the same position in the player's own hands.

import './show.css';
import { useEffect, useState } from 'preact/hooks';
import { caseOf } from '../engine/cases';
import type { Step, StepTold } from '../engine/show';
import { language, t, useLanguage } from '../i18n';
import type { Game } from '../model/game';
import { addressOf, go } from '../model/route';
import { settings } from '../model/settings';
import { useStore } from '../model/store';
import { ForecastPanel } from '../ui/forecast';
import { Entry } from '../ui/log';
import { RuleWords, Sentence } from '../ui/words';
import { showRule, useCases } from './showme';
import { markTried, tried } from './tried';

interface Place {
  at: number;
  steps: Step[];
  told: StepTold[];
}

/** The paragraph that is shown: the one asked for, if this case proves it, else the first it proves. */
function usePlaced(game: Game) {
  const [, system = '', index = ''] = /^here-show-(\w+)-(\d+)$/.exec(game.id) ?? [];
  const cases = useCases(system);
  const asked = useStore(tried, (value) => value.shown);
  const rules = useStore(game.store, (state) => state.rules);
  const found = cases?.cases[Number(index)];
  const name = found && (asked && found.proves.includes(asked) ? asked : found.proves[0]);
  const rule = name ? (rules.get(name.slice(system.length + 1)) ?? rules.get(name)) : undefined;
  return { system, cases, found, name, rule, rules };
}

/** The result of the last step. */
function Outcome({ game, step, told }: { game: Game; step: Step; told: StepTold | undefined }) {
  const log = useStore(game.store, (state) => state.log);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const last = log[log.length - 1];
  const { refusal, forecast, trouble } = told ?? {};
  return (
    <div class="outcome" role="status">
      {step.order && (
        <p>
          <strong>{t(`show.${step.kind}`)}</strong> <code>{step.order}</code>
        </p>
      )}
      {refusal && (
        <p class="refused">
          <Sentence game={game} text={refusal.text} rule={refusal.rule} />
        </p>
      )}
      {step.kind === 'refuse' && !refusal && <p>{t('show.legal')}</p>}
      {trouble && <p>{trouble}</p>}
      {forecast && <ForecastPanel game={game} forecast={forecast} />}
      {step.kind === 'do' && last && <Entry game={game} entry={last} sides={sides} />}
      {step.kind === 'undo' && <p>{t('show.undo')}</p>}
      {step.kind === 'phase' && <p>{t('show.phase')}</p>}
    </div>
  );
}

export function ShowPanel({ game }: { game: Game }) {
  useLanguage();
  const [place, setPlace] = useState<Place | null>(null);
  const [trying, setTrying] = useState(false);
  const open = useStore(game.store, (state) => state.connection === 'open' && state.map !== null);
  const { system, cases, found, name, rule, rules } = usePlaced(game);

  async function to(step: number, again = false) {
    const answer = await game.ask<Place>({ t: 'step', to: step, again });
    if (answer.kind !== 'answer') return;
    const { at, steps, told } = answer.value;
    setTrying(false);
    setPlace({ at, steps, told });
    const refusal = told[at - 1]?.refusal;
    if (refusal) {
      const pieces = game.state.position?.pieces;
      game.flash([...refusal.hexes, ...refusal.pieces.flatMap((i) => pieces?.get(i)?.hex ?? [])]);
    }
    if (at === steps.length && name) markTried(name);
  }

  async function tryIt() {
    if (name) markTried(name);
    // No other player looks, so the sides change without a curtain; and nothing is to be won.
    const { openHands, goalsRead } = settings.get();
    settings.set({ openHands: [...openHands, game.id], goalsRead: [...goalsRead, game.id] });
    await game.ask({ t: 'try' });
    setTrying(true);
  }

  /** The case up to here, to be changed at will. */
  async function toBoard() {
    const upTo = place!.steps[place!.at]?.line;
    const all = found!.lines;
    const taken = upTo ? all.slice(0, all.indexOf(upTo)) : all;
    const lines = taken.filter((line) => !/^(refuse|forecast|undo)/.test(line));
    const { newBoard } = await import('../engine/backend');
    go(`/g/${(await newBoard(system, lines, t('board.title'))).id}`);
  }

  useEffect(() => {
    if (open) to(0, true);
  }, [open, game]);

  if (!place || !rule || !name) return null;
  if (trying)
    return (
      <aside class="show-panel trying" aria-label={t('book.show')}>
        <p>
          <strong>{t('show.yours')}</strong> {rule.title}
        </p>
        <p class="buttons">
          <button type="button" onClick={() => to(place.at, true)}>
            {t('show.return')}
          </button>
        </p>
      </aside>
    );
  const { at, steps, told } = place;
  const order = [...new Set(rules.values())].map((one) => one.id);
  const next = order.slice(order.indexOf(rule.id) + 1).find((id) => cases && caseOf(cases, system, id) !== null);
  const address = `/rules/${system}/${rule.id}`;
  return (
    <aside class="show-panel" aria-label={t('book.show')}>
      <h2>
        <a
          href={addressOf(address)}
          onClick={(event) => {
            event.preventDefault();
            go(address);
          }}
        >
          §{rule.id}
        </a>{' '}
        {rule.title}
      </h2>
      <p>
        <RuleWords game={game} text={rule.words} own={rule.id} />
      </p>
      {language() === 'en' && <p class="caption">{found?.name}</p>}
      <p class="quiet" role="status">
        {at ? t('show.step', { n: at, of: steps.length }) : t('show.before', { n: steps.length })}
      </p>
      {at > 0 && <Outcome key={at} game={game} step={steps[at - 1]!} told={told[at - 1]} />}
      <p class="buttons">
        <button type="button" disabled={at === 0} onClick={() => to(at - 1, true)}>
          ◂ {t('show.back')}
        </button>
        <button type="button" class="primary" disabled={at === steps.length} onClick={() => to(at + 1)}>
          {t('show.next')} ▸
        </button>
        <button type="button" onClick={tryIt}>
          {t('show.try')}
        </button>
        <button type="button" onClick={toBoard}>
          {t('show.board')}
        </button>
      </p>
      {next && at === steps.length && (
        <p class="buttons">
          <button type="button" onClick={() => showRule(system, next, caseOf(cases!, system, next)!)}>
            {t('show.rule', { id: next, title: rules.get(next)?.title ?? '' })} →
          </button>
        </p>
      )}
    </aside>
  );
}
