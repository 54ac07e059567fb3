// seek.tsx — "find me an opponent": the games one would play, and the wait. Fetched when it is first opened.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { go } from '../model/route';
import { joinQueue, leaveQueue, lookAtQueue } from '../net/api';
import type { Scenario } from '../net/protocol';
import { NO_CLOCK, TermsRows } from './terms';

const EVERY = 4000;

/** Waits until an opponent comes; the page must stay open. */
function useWait(waiting: boolean, onGame: (id: string) => void) {
  useEffect(() => {
    if (!waiting) return;
    const timer = window.setInterval(
      () =>
        lookAtQueue().then(
          ({ game }) => game && onGame(game),
          () => {},
        ),
      EVERY,
    );
    return () => clearInterval(timer);
  }, [waiting]);
}

export function Seek({ scenarios, guest }: { scenarios: Scenario[]; guest: boolean }) {
  const fit = scenarios.filter((one) => one.sides.length === 2);
  const [chosen, setChosen] = useState<string[]>([]);
  const [side, setSide] = useState('');
  const [clock, setClock] = useState({ ...NO_CLOCK });
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');
  useWait(waiting, (id) => go(`/g/${id}`));
  useEffect(() => () => void leaveQueue().catch(() => {}), []);
  const sides = fit.find((one) => chosen.length === 1 && one.id === chosen[0])?.sides ?? [];
  async function begin() {
    setProblem('');
    try {
      const { id } = await joinQueue({ scenarios: chosen, ...(side ? { side } : {}), clock });
      if (id) go(`/g/${id}`);
      else setWaiting(true);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  async function stop() {
    setWaiting(false);
    await leaveQueue().catch(() => {});
  }
  if (waiting)
    return (
      <p role="status">
        {t('seek.waiting')}{' '}
        <button type="button" onClick={stop}>
          {t('cancel')}
        </button>
      </p>
    );
  return (
    <form
      class="new-game seek"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <fieldset>
        <legend>{t('seek.scenarios')}</legend>
        {fit.map((one) => (
          <label key={one.id} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(one.id)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id),
                )
              }
            />
            {one.title}
          </label>
        ))}
      </fieldset>
      {sides.length > 0 && (
        <label class="row">
          {t('seek.side')}
          <select value={side} onChange={(event) => setSide(event.currentTarget.value)}>
            <option value="">{t('seek.either')}</option>
            {sides.map((one) => (
              <option key={one.word} value={one.word}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <TermsRows clock={clock} onClock={setClock} guest={guest} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="primary" disabled={!chosen.length}>
        {t('seek.begin')}
      </button>
    </form>
  );
}
