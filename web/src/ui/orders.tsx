// orders.tsx — the question, the verbs that answer it, and the order being built. Everything that can be done on
// the map can be done here with keys alone.

import { t, tOr } from '../i18n';
import { canAct, choosePiece } from '../model/act';
import type { Game } from '../model/game';
import { type Draft, orderText, wantedSlot } from '../model/order';
import { useStore } from '../model/store';
import type { Choice, Piece, Slot, Verb } from '../net/protocol';
import { ForecastPanel } from './forecast';
import { pieceWords } from './units';
import { capital, RuleLink, Sentence, SideName, Words } from './words';

export const verbName = (verb: Verb) => tOr(`verb.${verb.verb}`, verb.name ?? verb.verb);

/** The prompt without the side's name and the question's title, which stand before it. */
export function sentenceCase(prompt: string, side = '', title = ''): string {
  const names = [side, `${side} ${title.toLowerCase()}`, `${side}, ${title.toLowerCase()}`];
  const said = names.map((words) => `${words}: `).find((words) => prompt.startsWith(words));
  return capital(prompt.slice(said?.length ?? 0));
}

export function Prompt({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const actors = useStore(game.store, (state) => state.actors);
  const draft = useStore(game.store, (state) => state.draft);
  useStore(game.store, (state) => state.verbs);
  if (!keys) return null;
  const { question } = keys;
  if (keys.over || !question)
    return (
      <div class="prompt over" role="status" tabIndex={-1}>
        <strong>{t('game.over')}</strong> <span>{keys.score.verdict || keys.game.verdict}</span>
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
          <Sentence game={game} text={sentenceCase(question.prompt, side?.name, question.title)} />
        ) : (
          t('game.waiting', { side: side?.name ?? question.side })
        )}
      </p>
      {question.yours && !draft && [...actors.keys()].some((i) => canAct(game.state, i)) && (
        <p class="quiet">{t('game.choose')}</p>
      )}
    </div>
  );
}

/** The verbs: those that begin with a counter are marked on the map as well; those without slots end something,
 * and when a duty stands in their way they are there all the same, to say which. */
export function Verbs({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const verbs = useStore(game.store, (state) => state.verbs);
  const draft = useStore(game.store, (state) => state.draft);
  const busy = useStore(game.store, (state) => state.connection !== 'open');
  const asks = useStore(game.store, (state) => state.asks);
  if (!keys?.question) return null;
  const open = keys.question.verbs?.filter((verb) => verbs.includes(verb.verb)) ?? [];
  const ends = keys.question.verbs?.filter((verb) => verb.slots.length === 0) ?? [];
  return (
    <div class="verbs" role="toolbar" aria-label={t('game.actions')}>
      {keys.question.yours &&
        open
          .filter((verb) => verb.slots.length > 0)
          .map((verb) => (
            <button
              type="button"
              key={verb.verb}
              disabled={busy}
              aria-pressed={draft?.verb.verb === verb.verb}
              title={verb.help}
              onClick={() => game.beginOrder(verb.verb)}
            >
              {verbName(verb)}
            </button>
          ))}
      {(keys.canUndo || (keys.you.length > 0 && !keys.over && (keys.orders ?? keys.seq) > 0)) && (
        <button
          type="button"
          disabled={busy || asks !== null}
          class={keys.canUndo ? '' : 'faint'}
          title={keys.canUndo ? t('undo.help') : t('undo.ask')}
          onClick={() => game.undo()}
        >
          ↶ {t('undo')}
        </button>
      )}
      {keys.question.yours &&
        verbs.length > 0 &&
        ends.map((verb) => (
          <button
            type="button"
            key={verb.verb}
            disabled={busy}
            class={verbs.includes(verb.verb) ? 'end' : 'end faint'}
            title={verb.help}
            onClick={() => game.endWith(verb)}
          >
            {verbName(verb)}
          </button>
        ))}
    </div>
  );
}

function choiceWords(game: Game, choice: { type: string; text: string; value: number }, slot?: Slot): string {
  if (choice.type === 'piece') {
    const piece = game.state.position?.pieces.get(choice.value);
    if (piece) return `${pieceWords(piece)}${piece.hex !== null ? ` · ${hexWords(game, piece.hex)}` : ''}`;
  }
  if (choice.type === 'hex' || choice.type === 'path') return hexWords(game, choice.value);
  if (choice.type === 'word') return slot?.names?.[choice.value] ?? choice.text;
  return choice.text;
}

/** A hex's number, with the name of a place there. */
export function hexWords(game: Game, hex: number): string {
  const { map } = game.state;
  if (!map) return String(hex);
  const place = map.places.find((one) => one.hexes.includes(hex));
  return place ? `${map.numbers[hex]} ${place.name}` : (map.numbers[hex] ?? String(hex));
}

/** Of a button that means a hex: while it has the pointer or the focus, that hex is pointed at on the map. */
function pointsAt(game: Game, hex: number | null | undefined) {
  if (hex === null || hex === undefined) return {};
  const on = () => game.hover(hex);
  const off = () => game.hover(null);
  return { onFocus: on, onMouseEnter: on, onBlur: off, onMouseLeave: off };
}

function slotName(slot: Slot): string {
  return slot.help || slot.keyword || slot.type;
}

function Numbers({ game, choices }: { game: Game; choices: Choice[] }) {
  return (
    <select
      value=""
      aria-label={t('order.number')}
      onChange={(event) => {
        const choice = choices.find((one) => one.text === event.currentTarget.value);
        if (choice) game.pick(choice);
      }}
    >
      <option value="">{t('order.number')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.text}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

/** How many are chosen, and of how many where that is laid down. */
function Chosen({ game, slot, count }: { game: Game; slot: Slot; count: number }) {
  const due = useStore(game.store, (state) => state.position?.keys.question?.due);
  if (due && slot.set) return <span class="due"> {t('order.due', { n: due, chosen: count })}</span>;
  return slot.most > 1 && count > 0 ? <span class="quiet"> {t('order.chosen', { n: count })}</span> : null;
}

function SlotRow({ game, draft, index }: { game: Game; draft: Draft; index: number }) {
  const slot = draft.verb.slots[index]!;
  const args = draft.args.filter((arg) => arg.slot === index);
  const open = draft.next.filter((choice) => choice.slot === index);
  const ends = slot.type === 'path' ? (draft.reach?.ends ?? []) : [];
  if (!args.length && !open.length && !ends.length) return null;
  const wanted = wantedSlot(draft) === index;
  const many = open.length > 14 && (slot.type === 'number' || slot.type === 'hex' || slot.type === 'hexside');
  return (
    <div class={wanted ? 'slot wanted' : 'slot'}>
      <h4>
        <Words game={game} text={slotName(slot)} />
        <Chosen game={game} slot={slot} count={args.length} />
      </h4>
      <ul class="chips">
        {args.map((arg) => (
          <li key={`a${arg.value}`}>
            <button
              type="button"
              class="chip on"
              aria-pressed="true"
              title={t('order.remove')}
              onClick={() => game.unpick(arg.slot, arg.value)}
            >
              {choiceWords(game, { type: slot.type, text: arg.text, value: arg.value }, slot)} ✕
            </button>
          </li>
        ))}
        {ends.length > 0
          ? ends.map((end) => (
              <li key={`e${end.hex}`}>
                <button
                  type="button"
                  class="chip"
                  onClick={() => game.pickHex(end.hex)}
                  {...pointsAt(game, end.hex)}
                >
                  {hexWords(game, end.hex)} <span class="cost">{end.cost}</span>
                </button>
              </li>
            ))
          : many
            ? slot.type === 'number' && <Numbers game={game} choices={open} />
            : open.map((choice) => (
                <li key={`c${choice.value}`}>
                  <button
                    type="button"
                    class="chip"
                    aria-pressed="false"
                    onClick={() => game.pick(choice)}
                    {...pointsAt(game, choice.hex)}
                  >
                    {choiceWords(game, choice, slot)}
                  </button>
                </li>
              ))}
        {many && slot.type !== 'number' && (
          <li>
            <select
              value=""
              aria-label={slotName(slot)}
              onChange={(event) => {
                const choice = open.find((one) => one.text === event.currentTarget.value);
                if (choice) game.pick(choice);
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
    </div>
  );
}

/** Other things the chosen counter could do instead. */
function Instead({ game, piece, verb }: { game: Game; piece: Piece; verb: string }) {
  const words = game.state.actors.get(piece.i)?.filter((word) => word !== verb) ?? [];
  if (!words.length) return null;
  return (
    <p class="instead">
      {t('order.instead')}{' '}
      {words.map((word) => {
        const other = game.verb(word);
        return (
          <button type="button" key={word} title={other?.help} onClick={() => game.beginOrder(word, piece)}>
            {other ? verbName(other) : word}
          </button>
        );
      })}
    </p>
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
          <Words game={game} text={draft.verb.help} />{' '}
          {draft.verb.rules?.map((rule) => (
            <RuleLink key={rule} game={game} id={rule} />
          ))}
        </span>
        <button
          type="button"
          class="icon"
          onClick={() => game.cancel()}
          aria-label={t('cancel')}
          title={t('cancel')}
        >
          ✕
        </button>
      </header>
      {draft.complete && (
        <p class="confirm">
          <button type="button" class="primary big" onClick={() => game.confirm()}>
            {t('order.give', { verb: verbName(draft.verb) })}
          </button>
          <code class="quiet">{orderText(draft.verb, draft.args)}</code>
        </p>
      )}
      {draft.refusal && (
        <p class="not-yet">
          <strong>{t('order.notyet')}</strong>{' '}
          <Sentence game={game} text={capital(draft.refusal.text)} rule={draft.refusal.rule} />
        </p>
      )}
      {draft.forecast && <ForecastPanel game={game} forecast={draft.forecast} />}
      {draft.verb.slots.map((_, i) => (
        <SlotRow key={i} game={game} draft={draft} index={i} />
      ))}
      {piece && <Instead game={game} piece={piece} verb={draft.verb.verb} />}
    </section>
  );
}

/** Counters that can act, as a list: for keys and screen readers, and quick to scan for everybody. */
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
              {piece.hex !== null && <span class="quiet"> {game.state.map?.numbers[piece.hex]}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where no counter can be picked, the verbs themselves are the way on: each with what it does. */
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
                onClick={() => (verb.slots.length ? game.beginOrder(verb.verb) : game.endWith(verb))}
              >
                {verbName(verb)}
              </button>
            </dt>
            <dd>
              <Words game={game} text={verb.help} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Refused({ game }: { game: Game }) {
  const refusal = useStore(game.store, (state) => state.refusal);
  return (
    <div role="alert" class={refusal ? 'refusal on-map' : 'sr-only'}>
      {refusal && (
        <>
          <span aria-hidden="true" class="no">
            !
          </span>
          <p>
            <Sentence game={game} text={capital(refusal.text)} rule={refusal.rule} />
          </p>
          <button type="button" class="icon" onClick={() => game.clearRefusal()} aria-label={t('close')}>
            ✕
          </button>
        </>
      )}
    </div>
  );
}
