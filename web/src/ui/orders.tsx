// orders.tsx — the question, the verbs that answer it, and the order being built. Every order that can be given on the
// map can be given here with keys alone.

import { useEffect, useRef, useState } from 'preact/hooks';
import { t, tOr } from '../i18n';
import { canAct, choosePiece, idle, nextIdle } from '../model/act';
import type { Game } from '../model/game';
import { canBeFollowed } from '../model/group';
import { spotName } from '../model/hex';
import { stepWord } from '../model/looks';
import { areFew, type Draft, isDial, leads, numbersOf, openChoices, wantedSlot } from '../model/order';
import { instead } from '../model/other';
import { bareWords } from '../model/sentence';
import { useStore } from '../model/store';
import type { Choice, Forecast, ForecastLine, Piece, Refusal, Slot, Verb } from '../net/protocol';
import { CarryButton } from './carried';
import { ForecastPanel } from './forecast';
import { showHexes } from './log';
import { ScaleWhy } from './scale';
import { pieceWords } from './units';
import { capital, percent, RuleLink, Sentence, SideName, Words } from './words';

export const verbName = (verb: Verb) => tOr(`verb.${verb.verb}`, verb.name ?? verb.verb);

/** The prompt without the side's name and the question's title, which stand before it. */
export function sentenceCase(prompt: string, side = '', title = ''): string {
  const names = [side, `${side} ${title.toLowerCase()}`, `${side}, ${title.toLowerCase()}`];
  const said = names.map((words) => `${words}: `).find((words) => prompt.startsWith(words));
  return capital(prompt.slice(said?.length ?? 0));
}

/** Hexes that a prompt names, as buttons to look at them. */
function ShowNamed({ game, text }: { game: Game; text: string }) {
  const { map } = game.state;
  const hexes = (bareWords(text).match(/[\w.]*\d[\w.]*\w/g) ?? []).map((word) => map?.numbers.indexOf(word) ?? -1);
  const named = hexes.filter((hex) => hex >= 0);
  if (!named.length) return null;
  return (
    <button
      type="button"
      class="where"
      title={t('log.show')}
      aria-label={t('log.show')}
      onClick={() => showHexes(named)}
    >
      ◎
    </button>
  );
}

export function Prompt({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const actors = useStore(game.store, (state) => state.actors);
  const draft = useStore(game.store, (state) => state.draft);
  const plan = useStore(game.store, (state) => state.plan);
  useStore(game.store, (state) => state.verbs);
  if (!keys) return null;
  const { question } = keys;
  if (keys.over || !question)
    return (
      <div class="prompt over" role="status" tabIndex={-1}>
        <strong>{t('game.over')}</strong> <span>{keys.score.verdict || keys.game.verdict}</span>{' '}
        <ScaleWhy game={game} />
      </div>
    );
  const index = sides.findIndex((side) => side.word === question.side);
  const side = sides[index];
  return (
    <div class={question.yours ? 'prompt yours' : 'prompt'} tabIndex={-1}>
      <p role="status" aria-live="polite">
        {side && <SideName name={side.name} colour={side.colour} index={index} />}
        <strong>{question.title}.</strong>{' '}
        {question.yours ? (
          <>
            <Sentence game={game} text={sentenceCase(question.prompt, side?.name, question.title)} />
            <ShowNamed game={game} text={question.prompt} />
          </>
        ) : (
          <>
            {t('game.waiting', { side: side?.name ?? question.side })}{' '}
            {keys.game.seats.some((seat) => seat.kind === 'open' && seat.side === question.side) && (
              <button type="button" onClick={() => game.store.set({ inviting: true })}>
                {t('invite.open')}
              </button>
            )}{' '}
            {game.plan.possible && (
              <button
                type="button"
                aria-pressed={!!plan}
                onClick={() => (plan ? game.plan.end() : game.plan.begin())}
              >
                {t('plan.open')}
              </button>
            )}
          </>
        )}
      </p>
      {plan && <p class="quiet">{t('plan.on', { question: plan.title })}</p>}
      {(plan ?? question).yours && !draft && [...actors.keys()].some((i) => canAct(game.state, i)) && (
        <p class="quiet">{t('game.choose')}</p>
      )}
    </div>
  );
}

/** A verb takes the picked counters along; pressed once more it begins empty. */
const takeUp = (game: Game, { verb }: Verb) => {
  const { draft } = game.state;
  if (draft?.args.length && draft.verb.verb !== verb) return instead(game, verb);
  game.store.set({ picked: [] });
  return game.drafting.begin(verb);
};

/** The answers to the question that take one press. */
function Offers({ game }: { game: Game }) {
  const offers = useStore(game.store, (state) => state.offers);
  return (
    <>
      {offers.map((offer) => (
        <button type="button" key={offer.name} class="offer" onClick={() => game.giving.takeOffer(offer)}>
          {capital(bareWords(offer.text))}
        </button>
      ))}
    </>
  );
}

/** Whether the player has given an order: only then can he ask for one of his to be taken back. */
const hasOrdered = ({ state: { log, position } }: Game) =>
  log.some(({ side, order }) => !!order && side !== null && position?.keys.you.includes(side));

/** On a small screen, over the button: the odds, and the likeliest result. */
function OddsHere({ forecast }: { forecast: Forecast }) {
  const { outcomes, total, title } = forecast;
  const likely = outcomes.reduce<ForecastLine | null>(
    (best, one) => (one.weight > (best?.weight ?? 0) ? one : best),
    null,
  );
  return (
    <p class="odds-here">
      {bareWords(title)}
      {likely && ` · ${bareWords(likely.meaning ?? likely.label)} ${percent(likely.weight, total)}`}
    </p>
  );
}

/** The verbs: those that begin with a counter are marked on the map as well; those without slots end something,
 * and when a duty bars them they are there all the same, to show which. */
export function Verbs({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const verbs = useStore(game.store, (state) => state.verbs);
  const draft = useStore(game.store, (state) => state.draft);
  const busy = useStore(game.store, (state) => state.connection !== 'open');
  const asks = useStore(game.store, (state) => state.asks);
  useStore(game.store, (state) => state.actors);
  useStore(game.store, (state) => state.log);
  if (!keys?.question) return null;
  const listed = keys.question.verbs?.filter((verb) => verbs.includes(verb.verb)) ?? [];
  const use = (verb: Verb) => (verb.arranging ? 2 : leads(verb) ? 0 : 1); // these verbs are mostly meant
  const open = [...listed].sort((a, b) => use(a) - use(b));
  const allEnds = keys.question.verbs?.filter((verb) => verb.slots.length === 0 && !verb.aside) ?? [];
  const legalEnds = allEnds.filter((verb) => verbs.includes(verb.verb));
  const ends = legalEnds.length ? legalEnds : allEnds;
  const waiting = keys.question.yours && ends.length && verbs.length ? idle(game).length : 0;
  return (
    <>
      {draft?.complete && draft.forecast && <OddsHere forecast={draft.forecast} />}
      <div class="verbs" role="toolbar" aria-label={t('game.actions')}>
        {draft?.complete && (
          <span class="give-here">
            <Give game={game} draft={draft} />
          </span>
        )}
        {keys.question.yours && !draft?.args.length && <Offers game={game} />}
        {keys.question.yours && <CarryButton game={game} />}
        {keys.question.yours &&
          open
            .filter((verb) => verb.slots.length > 0 || verb.aside)
            .map((verb) => (
              <button
                type="button"
                key={verb.verb}
                disabled={busy}
                aria-pressed={verb.aside ? undefined : draft?.verb.verb === verb.verb}
                title={verb.help}
                onClick={() => (verb.aside ? game.giving.endWith(verb) : takeUp(game, verb))}
              >
                {verbName(verb)}
              </button>
            ))}
        {waiting > 0 && (
          <button type="button" class="next" title={t('next.help')} onClick={() => nextIdle(game, 1)}>
            ▸ {t('next.idle', { n: waiting })}
          </button>
        )}
        {(keys.canUndo || (!keys.over && hasOrdered(game))) && (
          <button
            type="button"
            disabled={busy || asks !== null}
            class={keys.canUndo ? '' : 'faint'}
            title={keys.canUndo ? t('undo.help') : t('undo.ask')}
            onClick={() => game.giving.undo()}
          >
            ↶ {t('undo')}
          </button>
        )}
        {keys.question.yours && verbs.length > 0 && ends.length > 0 && (
          <span class="ends">
            {ends.map((verb) => (
              <button
                type="button"
                key={verb.verb}
                disabled={busy}
                class={verbs.includes(verb.verb) ? 'end' : 'end faint'}
                title={verb.help}
                onClick={() => game.giving.endWith(verb)}
              >
                {verbName(verb)}
              </button>
            ))}
          </span>
        )}
      </div>
    </>
  );
}

function choiceWords(game: Game, choice: { type: string; text: string; value: number }, slot?: Slot): string {
  if (choice.type === 'piece') {
    const piece = game.state.position?.pieces.get(choice.value);
    if (piece) return `${pieceWords(piece)}${piece.hex !== null ? ` · ${hexWords(game, piece.hex)}` : ''}`;
  }
  if (choice.type === 'hex' || choice.type === 'path') return hexWords(game, choice.value);
  if (slot && isSwitch(slot)) return capital(slot.help || choice.text);
  if (choice.type === 'word') return slot?.names?.[choice.value] ?? choice.text;
  return choice.text;
}

/** A hex's number, with the name of a place there; a box by its title. */
export function hexWords(game: Game, hex: number): string {
  const { map } = game.state;
  if (!map) return String(hex);
  const place = map.places.find((one) => one.hexes.includes(hex));
  return place ? `${map.numbers[hex]} ${place.name}` : spotName(map, hex);
}

/** The cost of going there: "eliminated", "loses 1 step", "disorganized"; empty if none is known. */
export function harmWords(game: Game, hex: number): string {
  const { draft, looks } = game.state;
  const harms = draft?.harms.get(hex) ?? [];
  if (harms.some((one) => one.gone)) return t('ruin.end');
  const steps = harms.reduce((sum, one) => sum + (one.steps ?? 0), 0);
  const signs = [...new Set(harms.flatMap(({ sign }) => looks?.signs.get(sign ?? '')?.meaning ?? []))];
  return [...(steps ? [t('ruin.steps', { n: steps, steps: stepWord(looks) })] : []), ...signs].join(', ');
}

/** Of a button that means a hex: while it has the pointer or the focus, that hex is pointed at on the map. */
function pointsAt(game: Game, hex: number | null | undefined) {
  if (hex === null || hex === undefined) return {};
  const on = () => game.hover(hex);
  const off = () => game.hover(null);
  return { onFocus: on, onMouseEnter: on, onBlur: off, onMouseLeave: off };
}

export function slotName(slot: Slot): string {
  return slot.type === 'path' ? t('order.where') : slot.help || slot.keyword || slot.type;
}

/** A slot that takes one word or nothing is a switch, named by its effect. */
export const isSwitch = (slot: Slot) => slot.type === 'word' && slot.least === 0 && slot.words?.length === 1;

const SETTLES = 120; // ms after which a number that is being dialled counts

/** A number out of ranges: a few as buttons, more with a slider and a field, which counts as it is dialled. */
function Numbers(props: { game: Game; slot: Slot; index: number; choices: Choice[]; value: number | null }) {
  const { game, slot, index, choices, value } = props;
  const all = numbersOf(choices);
  const shown = slot.much ? all[all.length - 1]! : all[0]!;
  const [wanted, setWanted] = useState(value ?? shown);
  const timer = useRef(0);
  const dials = isDial(game.state.draft!.verb, index);
  useEffect(() => {
    if (value !== null) setWanted(value);
  }, [value]);
  const pick = (number: number) =>
    dials && value !== null
      ? game.inTurn(() => game.drafting.dial(index, number))
      : game.inTurn(() => game.drafting.pick({ ...choices[0]!, value: number, text: String(number) }));
  if (areFew(choices))
    return (
      <>
        {all.map((number) => (
          <li key={`n${number}`}>
            <button
              type="button"
              class={number === value ? 'chip on' : 'chip'}
              aria-pressed={number === value}
              onClick={() =>
                number === value ? game.inTurn(() => game.drafting.unpick(index, number)) : pick(number)
              }
            >
              {number}
            </button>
          </li>
        ))}
      </>
    );
  const nearest = (number: number) =>
    all.reduce((best, one) => (Math.abs(one - number) < Math.abs(best - number) ? one : best));
  const turn = (number: number) => {
    setWanted(number);
    clearTimeout(timer.current);
    if (dials)
      timer.current = window.setTimeout(
        () => game.inTurn(() => game.drafting.dial(index, nearest(number))),
        SETTLES,
      );
  };
  const bounds = { min: all[0], max: all[all.length - 1], step: choices[0]!.step ?? 1 };
  return (
    <li class={value === null ? 'number' : 'number on'}>
      <input
        type="range"
        {...bounds}
        value={wanted}
        aria-label={slotName(slot)}
        onInput={(event) => turn(Number(event.currentTarget.value))}
      />
      <input
        type="number"
        {...bounds}
        value={wanted}
        aria-label={t('order.number')}
        onInput={(event) => turn(Number(event.currentTarget.value))}
      />
      {(!dials || (value === null && !slot.least)) && (
        <button type="button" class="chip" onClick={() => pick(nearest(wanted))}>
          {t('order.take', { n: nearest(wanted) })}
        </button>
      )}
      {dials && value !== null && !slot.least && (
        <button
          type="button"
          class="icon"
          aria-label={t('order.remove')}
          onClick={() => game.inTurn(() => game.drafting.unpick(index, value))}
        >
          ✕
        </button>
      )}
    </li>
  );
}

/** Counters that the rules add to those picked, and by which rule. */
function Forced({ game, draft }: { game: Game; draft: Draft }) {
  if (!draft.forced.length) return null;
  return (
    <section class="forced" aria-label={t('order.forced')}>
      <h4>{t('order.forced')}</h4>
      <ul>
        {draft.forced.map((one) => (
          <li key={`${one.slot} ${one.value}`} {...pointsAt(game, one.hex)}>
            {one.why ? (
              <Sentence game={game} text={capital(one.why.text)} rule={one.why.rule} />
            ) : (
              choiceWords(game, one, draft.verb.slots[one.slot ?? 0])
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many are chosen, and of how many if that is fixed. */
function Chosen({ game, slot, count }: { game: Game; slot: Slot; count: number }) {
  const due = useStore(game.store, (state) => state.position?.keys.question?.due);
  if (due && (slot.set || slot.repeats))
    return <span class="due"> {t('order.due', { n: due, chosen: count })}</span>;
  return (slot.most > 1 || count > 1) && count > 0 ? (
    <span class="quiet"> {t('order.chosen', { n: count })}</span>
  ) : null;
}

/** The contents of a slot, and its possible additions. */
export function SlotChoices({ game, draft, index }: { game: Game; draft: Draft; index: number }) {
  const slot = draft.verb.slots[index]!;
  const args = draft.args.filter((arg) => arg.slot === index);
  const forced = draft.forced.filter((one) => one.slot === index);
  const open = openChoices(draft).filter((choice) => choice.slot === index);
  const ends = slot.type === 'path' ? (draft.reach?.ends ?? []) : [];
  const many = open.length > 14 && (slot.type === 'hex' || slot.type === 'hexside');
  const dial = draft.dials.get(index) ?? [];
  const numbers = dial.length > 0 ? dial : slot.type === 'number' ? open : [];
  return (
    <ul class="chips">
      {(dial.length > 0 ? [] : args).map((arg, place) => (
        <li key={`a${place} ${arg.value}`}>
          <button
            type="button"
            class="chip on"
            aria-pressed="true"
            title={t('order.remove')}
            onClick={() => game.inTurn(() => game.drafting.unpick(arg.slot, arg.value))}
          >
            {choiceWords(game, { type: slot.type, text: arg.text, value: arg.value }, slot)} ✕
          </button>
        </li>
      ))}
      {index === 0 &&
        draft.others.flatMap((party) =>
          party.args.map((arg) => (
            <li key={`o${arg.value}`}>
              <button
                type="button"
                class="chip on follows"
                aria-pressed="true"
                title={t('order.remove')}
                onClick={() =>
                  game.inTurn(() => game.drafting.pickTogether(game.state.picked.filter((i) => i !== arg.value)))
                }
              >
                {choiceWords(game, { type: slot.type, text: arg.text, value: arg.value }, slot)} ✕
              </button>
            </li>
          )),
        )}
      {forced.map((one) => (
        <li key={`f${one.value}`}>
          <span class="chip on forced" title={one.why?.text}>
            <span aria-hidden="true">⚑ </span>
            {choiceWords(game, one, slot)}
            {one.why?.rule && <span class="quiet"> {one.why.rule}</span>}
          </span>
        </li>
      ))}
      {ends.length > 0 ? (
        ends.map((end) => (
          <li key={`e${end.hex}`}>
            <button
              type="button"
              class="chip"
              onClick={() => game.inTurn(() => game.drafting.pickHex(end.hex))}
              {...pointsAt(game, end.hex)}
            >
              {hexWords(game, end.hex)} <span class="cost">{harmWords(game, end.hex) || end.cost}</span>
            </button>
          </li>
        ))
      ) : numbers.length > 0 ? (
        <Numbers
          key={index}
          game={game}
          slot={slot}
          index={index}
          choices={numbers}
          value={dial.length > 0 ? (args[0]?.value ?? null) : null}
        />
      ) : (
        !many &&
        open.map((choice) => (
          <li key={`c${choice.value}`}>
            <button
              type="button"
              class="chip"
              aria-pressed="false"
              onClick={() => game.inTurn(() => game.drafting.pick(choice))}
              {...pointsAt(game, choice.hex)}
            >
              {choiceWords(game, choice, slot)}
              {choice.hex !== undefined && harmWords(game, choice.hex) && (
                <span class="cost"> {harmWords(game, choice.hex)}</span>
              )}
            </button>
          </li>
        ))
      )}
      {many && (
        <li>
          <select
            value=""
            aria-label={slotName(slot)}
            onChange={(event) => {
              const choice = open.find((one) => one.text === event.currentTarget.value);
              if (choice) game.inTurn(() => game.drafting.pick(choice));
            }}
          >
            <option value="">{t('order.pick', { n: open.length })}</option>
            {open.map((choice) => (
              <option key={choice.value} value={choice.text}>
                {choiceWords(game, choice)}
              </option>
            ))}
          </select>
        </li>
      )}
    </ul>
  );
}

/** The counter that would be missed least if one stays behind: of the fewest steps, then of the least strength. */
function weakest(game: Game, choices: Choice[]): number {
  const weight = ({ value }: Choice) => {
    const piece = game.state.position?.pieces.get(value);
    return (piece?.steps ?? 0) * 1000 + (Number.parseInt(piece?.values[0]?.text ?? '', 10) || 0);
  };
  return choices.reduce((least, one) => (weight(one) < weight(least) ? one : least)).value;
}

/** For orders that are given counter by counter: the same for all counters that can. */
function FollowAll({ game, draft }: { game: Game; draft: Draft }) {
  const { leaders, picked, battle } = game.state;
  const word = draft.verb.verb;
  const all = [...leaders].filter(([, words]) => words.includes(word)).map(([i]) => i);
  if (all.length < 2 || picked.length === all.length || !draft.args.length || (battle && !battle.over)) return null;
  return (
    <p class="take-all">
      <button type="button" onClick={() => game.inTurn(() => game.drafting.pickTogether(all))}>
        {t('order.all', { n: all.length })}
      </button>
    </p>
  );
}

/** All counters that can, in one press, or all but one that keeps the hex. */
function TakeAll({ game, draft, index }: { game: Game; draft: Draft; index: number }) {
  const slot = draft.verb.slots[index]!;
  const open = openChoices(draft).filter((choice) => choice.slot === index && choice.type === 'piece');
  const aimed = draft.args.some((arg) => draft.verb.slots[arg.slot]?.type === 'hex');
  const alone = !draft.verb.slots.some((one) => one.type === 'hex' || one.type === 'path');
  if (alone && index === 0 && canBeFollowed(draft.verb)) return <FollowAll game={game} draft={draft} />;
  const due = game.state.position?.keys.question?.due; // a fixed number: all of them would be too many
  if (!slot.set || index > 0 || open.length < 2 || !(aimed || alone) || due) return null;
  return (
    <p class="take-all">
      <button type="button" onClick={() => game.inTurn(() => game.drafting.pickAll(index))}>
        {t('order.all', { n: open.length })}
      </button>{' '}
      {alone && (
        <button
          type="button"
          onClick={() => game.inTurn(() => game.drafting.pickAll(index, [weakest(game, open)]))}
        >
          {t('order.allButOne')}
        </button>
      )}
    </p>
  );
}

function SlotRow({ game, draft, index }: { game: Game; draft: Draft; index: number }) {
  const slot = draft.verb.slots[index]!;
  const args = draft.args.filter((arg) => arg.slot === index);
  const forced = draft.forced.filter((one) => one.slot === index);
  const open = openChoices(draft).filter((choice) => choice.slot === index);
  const ends = slot.type === 'path' ? (draft.reach?.ends ?? []) : [];
  if (!args.length && !forced.length && !open.length && !ends.length) return null;
  const wanted = wantedSlot(draft) === index;
  return (
    <div class={wanted ? 'slot wanted' : 'slot'}>
      {!isSwitch(slot) && (
        <h4>
          <Words game={game} text={slotName(slot)} />
          <Chosen
            game={game}
            slot={slot}
            count={args.length + forced.length + (index ? 0 : draft.others.flatMap((party) => party.args).length)}
          />
        </h4>
      )}
      {slot.drawn && wanted && (
        <p class="quiet">
          {t('order.draw')}{' '}
          {args.length > 0 && (
            <button type="button" onClick={() => game.drafting.dropWaypoint()}>
              ⌫ {t('order.undraw')}
            </button>
          )}
        </p>
      )}
      <TakeAll game={game} draft={draft} index={index} />
      <SlotChoices game={game} draft={draft} index={index} />
    </div>
  );
}

/** Other orders the chosen counter could be given instead. */
function Instead({ game, piece, verb }: { game: Game; piece: Piece; verb: string }) {
  const words = game.state.actors.get(piece.i)?.filter((word) => word !== verb) ?? [];
  if (!words.length) return null;
  return (
    <p class="instead">
      {t('order.instead')}{' '}
      {words.map((word) => {
        const other = game.verb(word);
        return (
          <button type="button" key={word} title={other?.help} onClick={() => instead(game, word)}>
            {other ? verbName(other) : word}
          </button>
        );
      })}
    </p>
  );
}

/** Counters that change no chance, each a button that leaves it out. */
function Spare({ game, draft }: { game: Game; draft: Draft }) {
  if (!draft.spare.length) return null;
  return (
    <p class="spare">
      {t('order.spare')}{' '}
      {draft.spare.map((arg) => (
        <button
          type="button"
          key={arg.value}
          class="chip"
          onClick={() => game.inTurn(() => game.drafting.unpick(arg.slot, arg.value))}
        >
          {choiceWords(game, { type: 'piece', text: arg.text, value: arg.value })} ✕
        </button>
      ))}
    </p>
  );
}

/** The button that gives the order, of all counters that follow it. */
function Give({ game, draft }: { game: Game; draft: Draft }) {
  const verb = verbName(draft.verb);
  return (
    <button
      type="button"
      class="primary big"
      title={draft.text}
      onClick={() => game.inTurn(() => game.giving.confirm())}
    >
      {draft.others.length ? t('order.giveAll', { verb, n: draft.others.length + 1 }) : t('order.give', { verb })}
    </button>
  );
}

export function OrderBuilder({ game }: { game: Game }) {
  const draft = useStore(game.store, (state) => state.draft);
  const selected = useStore(game.store, (state) => state.selectedPiece);
  const position = useStore(game.store, (state) => state.position);
  useStore(game.store, (state) => state.actors);
  if (!draft) return null;
  const piece = selected !== null ? position?.pieces.get(selected) : undefined;
  return (
    <section class="draft" aria-label={t('order.title')} aria-busy={draft.busy} tabIndex={-1}>
      <header>
        <h3>{verbName(draft.verb)}</h3>
        <span class="quiet">
          {draft.verb.help !== verbName(draft.verb) && <Words game={game} text={draft.verb.help} />}{' '}
          {draft.verb.rules?.map((rule) => (
            <RuleLink key={rule} game={game} id={rule} />
          ))}
        </span>
        <button
          type="button"
          class="icon"
          onClick={() => game.drafting.cancel()}
          aria-label={t('cancel')}
          title={t('cancel')}
        >
          ✕
        </button>
      </header>
      {draft.complete && (
        <p class="confirm">
          <Give game={game} draft={draft} />
        </p>
      )}
      {draft.refusal && (
        <p class="not-yet">
          <strong>{t('order.notyet')}</strong>{' '}
          <Sentence game={game} text={capital(draft.refusal.text)} rule={draft.refusal.rule} />
        </p>
      )}
      <Forced game={game} draft={draft} />
      <Spare game={game} draft={draft} />
      {draft.forecast && <ForecastPanel game={game} forecast={draft.forecast} />}
      {draft.verb.slots.map((_, i) => (
        <SlotRow key={i} game={game} draft={draft} index={i} />
      ))}
      {piece && <Instead game={game} piece={piece} verb={draft.verb.verb} />}
    </section>
  );
}

/** Counters that can act, as a list: for keys and screen readers, and quick to scan. */
export function Actors({ game }: { game: Game }) {
  const actors = useStore(game.store, (state) => state.actors);
  const position = useStore(game.store, (state) => state.position);
  const draft = useStore(game.store, (state) => state.draft);
  if (!position || draft) return null;
  const pieces = [...actors.keys()]
    .filter((i) => canAct(game.state, i))
    .map((i) => position.pieces.get(i))
    .filter((piece): piece is Piece => piece !== undefined);
  if (!pieces.length) return null;
  return (
    <section class="actors">
      <h3>{t('actors.title', { n: pieces.length })}</h3>
      <ul class="chips">
        {pieces.map((piece) => (
          <li key={piece.i}>
            <button
              type="button"
              class="chip"
              onClick={() => choosePiece(game, piece)}
              {...pointsAt(game, piece.hex)}
            >
              {pieceWords(piece)}
              {piece.hex !== null && <span class="quiet"> {spotName(game.state.map, piece.hex)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** If no counter can be picked, the verbs themselves are the way on: each with its effect. */
export function VerbHelp({ game }: { game: Game }) {
  const question = useStore(game.store, (state) => state.position?.keys.question);
  const verbs = useStore(game.store, (state) => state.verbs);
  const actors = useStore(game.store, (state) => state.actors);
  const draft = useStore(game.store, (state) => state.draft);
  if (!question?.yours || draft || actors.size) return null;
  const open = question.verbs?.filter((verb) => verbs.includes(verb.verb)) ?? [];
  if (!open.length) return null;
  return (
    <section class="verb-help">
      <h3>{t('verbs.title')}</h3>
      <dl>
        {open.map((verb) => (
          <div key={verb.verb}>
            <dt>
              <button
                type="button"
                onClick={() => (verb.slots.length ? game.drafting.begin(verb.verb) : game.giving.endWith(verb))}
              >
                {verbName(verb)}
              </button>
            </dt>
            {verb.help !== verbName(verb) && (
              <dd>
                <Words game={game} text={verb.help} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The counters and hexes of a refusal, each a button that shows it. */
function Concerned({ game, refusal }: { game: Game; refusal: Refusal }) {
  const pieces = refusal.pieces.flatMap((i) => game.state.position?.pieces.get(i) ?? []);
  const own = pieces.filter((piece) => piece.hex !== null && game.state.actors.has(piece.i));
  if (!own.length) return null;
  return (
    <span class="concerned">
      {own.slice(0, 6).map((piece) => (
        <button type="button" key={piece.i} class="chip" onClick={() => choosePiece(game, piece)}>
          {pieceWords(piece)}
        </button>
      ))}
    </span>
  );
}

type Canvas = HTMLCanvasElement & { board?: { pixelOf(hex: number): { x: number; y: number } } };

const ROOM = 40; // px of a counter and its ring around the middle of a hex

/** Whether a box over the map lies on one of the hexes. */
function hides(box: HTMLElement, hexes: number[]): boolean {
  const { board } = document.querySelector<Canvas>('.map canvas') ?? {};
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return hexes.some((hex) => {
    const { x, y } = board?.pixelOf(hex) ?? { x: -1, y: -1 };
    return x > left - ROOM && x < right + ROOM && y > top - ROOM && y < bottom + ROOM;
  });
}

/** Why an order was refused: at the foot of the map, or above if it would lie on what it speaks of. */
export function Refused({ game }: { game: Game }) {
  const refusal = useStore(game.store, (state) => state.refusal);
  const drafting = useStore(game.store, (state) => state.draft !== null);
  const box = useRef<HTMLDivElement>(null);
  const [high, setHigh] = useState(false);
  useEffect(() => {
    setHigh(false);
    if (!refusal) return;
    const pieces = refusal.pieces.flatMap((i) => game.state.position?.pieces.get(i)?.hex ?? []);
    const hexes = [...new Set([...refusal.hexes, ...pieces])];
    if (!drafting) showHexes(hexes); // the obstacle of an end may be out of sight
    setHigh(hides(box.current!, hexes));
  }, [refusal]);
  return (
    <div ref={box} role="alert" class={refusal ? `refusal on-map${high ? ' high' : ''}` : 'sr-only'}>
      {refusal && (
        <>
          <span aria-hidden="true" class="no">
            !
          </span>
          <p>
            <Sentence game={game} text={capital(refusal.text)} rule={refusal.rule} />{' '}
            {!drafting && <Concerned game={game} refusal={refusal} />}
          </p>
          <button type="button" class="icon" onClick={() => game.clearRefusal()} aria-label={t('close')}>
            ✕
          </button>
        </>
      )}
    </div>
  );
}
