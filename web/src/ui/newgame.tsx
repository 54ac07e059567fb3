// newgame.tsx — a new game: which game of the scenario, the players of the sides, the main rules, the rest folded.

import { useEffect, useState } from 'preact/hooks';
import { t, tOr, useLanguage } from '../i18n';
import { addressOf, go } from '../model/route';
import { mapFor, sidesFor } from '../model/sides';
import { createGame, getScenarios, getSession, seatAction } from '../net/api';
import { fileAt, hasEngine, site } from '../net/here';
import type { Scenario, ScenarioOption } from '../net/protocol';
import { type DiceChoice, DiceRow } from './dice';
import { justMade } from './invite';
import { Growing, MapPicture } from './lobby';
import { NO_CLOCK, TermsRows } from './terms';
import { SideName } from './words';

const FIRST = 5; // rules that are shown at first: a scenario names the most important ones first
const MACHINES = ['novice', 'greedy', 'search-quick', 'search', 'search-deep', 'random'];
const SEATS = ['me', ...MACHINES, ...(site ? [] : ['open'])];

const RULING = / \((?:\w+\.r\.|R)\d+\)$/; // the number of a reading, which only the rulebook's page explains

type Values = Record<string, string>;

interface OptionProps {
  option: ScenarioOption;
  options: Values;
  onOptions: (options: Values) => void;
}

const valueWords = ({ name }: ScenarioOption, value: string) =>
  tOr(`value.${name}.${value}`, tOr(`value.${value}`, value));

/** A rule that can be switched; its paragraph, where that has a number. */
function OptionRow({ option, options, onOptions }: OptionProps) {
  return (
    <label class="row option">
      <span>
        {option.help.replace(RULING, '')}{' '}
        {/^\d/.test(option.rule ?? '') && <span class="quiet option-rule">§{option.rule}</span>}
      </span>
      <select
        value={options[option.name] ?? option.value}
        onChange={(event) => onOptions({ ...options, [option.name]: event.currentTarget.value })}
      >
        {option.values.map((value) => (
          <option key={value} value={value}>
            {valueWords(option, value)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which game is played: the values side by side. */
function GameChoice({ option, options, onOptions }: OptionProps) {
  const now = options[option.name] ?? option.value;
  return (
    <fieldset>
      <legend>{t('new.which')}</legend>
      <p class="quiet">{option.help}</p>
      <div class="which">
        {option.values.map((value) => (
          <label key={value} class={value === now ? 'on' : ''}>
            <input
              type="radio"
              name={option.name}
              checked={value === now}
              onChange={() => onOptions({ ...options, [option.name]: value })}
            />
            {valueWords(option, value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FormProps extends Omit<OptionProps, 'option'> {
  scenario: Scenario;
  guest: boolean;
}

function Form({ scenario, options, onOptions, guest }: FormProps) {
  const [chosen, setSeats] = useState<Values>({});
  const [error, setError] = useState<string | null>(null);
  const sides = sidesFor(scenario, (name) => options[name]);
  const seats = Object.fromEntries(
    sides.map((side, i) => [side.word, chosen[side.word] ?? (i === 0 ? 'me' : 'greedy')]),
  );
  const decides = new Set(Object.keys(scenario.sidesWith ?? {}).map((setting) => setting.split('=')[0]));
  // Options whose every value has a name of its own are other games; the rest are rules.
  const isWhich = ({ name, values }: ScenarioOption) =>
    decides.has(name) || values.every((value) => tOr(`value.${name}.${value}`, '') !== '');
  const others = scenario.options.filter((option) => !isWhich(option));
  const [shared, setShared] = useState(false);
  const [dice, setDice] = useState<DiceChoice>({ dice: 'witnessed', wait: 10 });
  const [clock, setClock] = useState(NO_CLOCK);
  const [rival, setRival] = useState('');
  const [busy, setBusy] = useState(false);
  const between = Object.values(seats).includes('open');
  const [here, setHere] = useState(false);
  const mine = Object.values(seats).filter((seat) => seat === 'me').length;
  const row = (option: ScenarioOption) => (
    <OptionRow key={option.name} option={option} options={options} onOptions={onOptions} />
  );
  async function begin() {
    setBusy(true);
    try {
      const more = between ? { ...dice, clock } : here ? { here } : {};
      const { id } = await createGame({ scenario: scenario.id, options, seats, public: shared, ...more });
      const free = sides.find((side) => seats[side.word] === 'open');
      if (between && rival.trim() && free)
        // A name that no user has: the dialog of the link shows how else to invite.
        await seatAction(id, 'offer', { side: free.word, to: rival.trim() }).catch(() => justMade.add(id));
      else if (between) justMade.add(id);
      go(`/g/${id}`);
    } catch (problem) {
      setError((problem as Error).message);
      setBusy(false);
    }
  }
  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      {scenario.options.filter(isWhich).map((option) => (
        <GameChoice key={option.name} option={option} options={options} onOptions={onOptions} />
      ))}
      <fieldset>
        <legend>{t('new.seats')}</legend>
        {sides.map((side, i) => (
          <label key={side.word} class="row">
            <SideName name={side.name} colour={side.colour} index={i} />
            <select
              value={seats[side.word]}
              onChange={(event) => setSeats({ ...chosen, [side.word]: event.currentTarget.value })}
            >
              {SEATS.map((seat) => (
                <option key={seat} value={seat}>
                  {t(`seat.${seat}`)}
                </option>
              ))}
            </select>
          </label>
        ))}
        {MACHINES.filter((seat) => Object.values(seats).includes(seat)).map((seat) => (
          <p key={seat} class="quiet">
            {t(`seat.about.${seat}`)}
          </p>
        ))}
        {mine > 1 && <p class="quiet">{t('new.hotseat')}</p>}
        {between && <DiceRow choice={dice} onChoice={setDice} />}
        {between && <TermsRows clock={clock} onClock={setClock} guest={guest} />}
        {between && (
          <label class="row">
            {t('terms.challenge')}
            <input value={rival} maxLength={32} onInput={(event) => setRival(event.currentTarget.value)} />
          </label>
        )}
      </fieldset>
      {others.length > 0 && (
        <fieldset>
          <legend>{t('new.options')}</legend>
          {others.slice(0, FIRST).map(row)}
          {others.length > FIRST && (
            <details>
              <summary>{t('new.more', { n: others.length - FIRST })}</summary>
              {others.slice(FIRST).map(row)}
            </details>
          )}
        </fieldset>
      )}
      {hasEngine && !site && !between && (
        <label class="check">
          <input type="checkbox" checked={here} onChange={(event) => setHere(event.currentTarget.checked)} />
          {t('new.here')}
        </label>
      )}
      {!site && (between || !here) && (
        <label class="check">
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
          {t('new.public')}
        </label>
      )}
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
      <p class="buttons">
        <button type="submit" class="primary big" disabled={busy || mine === 0}>
          {t('new.begin')}
        </button>
      </p>
    </form>
  );
}

export function NewGame({ id }: { id: string }) {
  const spoken = useLanguage();
  const [scenario, setScenario] = useState<Scenario | null>(null);
  const [options, setOptions] = useState<Values>({});
  const [guest, setGuest] = useState(true);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    getSession()
      .then(({ user }) => {
        setGuest(user.guest);
        return getScenarios();
      })
      .then(
        (list) => {
          const found = list.find((one) => one.id === id) ?? null;
          if (gone) return;
          setScenario(found);
          setError(found ? null : t('game.missing'));
          document.title = found ? `${found.title} · Sandtable` : 'Sandtable';
        },
        (problem) => !gone && setError((problem as Error).message),
      );
    return () => {
      gone = true;
    };
  }, [id, spoken]);
  return (
    <div class="lobby new-page">
      <header class="masthead">
        <a
          href={addressOf('/')}
          aria-label={t('home')}
          title={t('home')}
          onClick={(event) => {
            event.preventDefault();
            go('/');
          }}
        >
          <img src={fileAt('icon.svg')} alt="" width="40" height="40" />
        </a>
        <div>
          <h1>{t('new.title')}</h1>
          <p>{scenario?.systemTitle}</p>
        </div>
      </header>
      <main>
        {error && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        {!scenario && !error && <p class="quiet">{t('loading')}</p>}
        {scenario && (
          <article class="card">
            <MapPicture scenario={scenario} path={mapFor(scenario, options)} />
            <div class="card-body">
              <h2>{scenario.title}</h2>
              <p class="quiet">
                {t('lobby.facts', {
                  turns: t('turns', { n: scenario.turns }),
                  counters: t('counters', { n: scenario.counters ?? 0 }),
                })}
              </p>
              <p>{scenario.about}</p>
              {scenario.growing && <Growing words={scenario.growing} />}
              <Form scenario={scenario} options={options} onOptions={setOptions} guest={guest} />
            </div>
          </article>
        )}
      </main>
    </div>
  );
}
