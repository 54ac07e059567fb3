// wanted.tsx — on a small screen the lists are put away: the next choice for an order stands over the verbs.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { areFew, type Draft, wantedSlot, waypoints } from '../model/order';
import { useStore } from '../model/store';
import { isSwitch, SlotChoices, slotName } from './orders';

const LISTED = ['word', 'name', 'number'];

/** Whether the choices of a slot are listed: words and numbers, and counters that are not on the map. */
function isListed(draft: Draft, index: number): boolean {
  const type = draft.verb.slots[index]!.type;
  const open = draft.next.filter((choice) => choice.slot === index);
  return (
    LISTED.includes(type) || (type === 'piece' && open.length > 0 && open.every(({ hex }) => hex === undefined))
  );
}

/** The slot that is shown: the one that is wanted; of a complete order, the first that takes a short choice. */
function slotShown(draft: Draft): number | null {
  const wanted = wantedSlot(draft);
  if (wanted !== null && (!draft.complete || LISTED.includes(draft.verb.slots[wanted]?.type ?? ''))) return wanted;
  const open = draft.next.find((choice) => choice.slot !== null && LISTED.includes(choice.type));
  const dials = [...draft.dials].filter(([, choices]) => !areFew(choices)).map(([slot]) => slot);
  return open?.slot ?? wanted ?? dials.at(-1) ?? null;
}

export function WantedHere({ game }: { game: Game }) {
  const draft = useStore(game.store, (state) => state.draft);
  const index = draft && slotShown(draft);
  const slot = draft && index !== null ? draft.verb.slots[index] : undefined;
  if (!draft || draft.busy || !slot || index === null) return null;
  const listed = isListed(draft, index);
  return (
    <div class="wanted-here">
      <div class="wanted-head">
        {isSwitch(slot) ? (
          <SlotChoices key={`${draft.verb.verb} ${index}`} game={game} draft={draft} index={index} />
        ) : (
          <b>{slotName(slot)}</b>
        )}{' '}
        {!listed && <span class="quiet">{slot.drawn ? t('order.tap') : t('order.touch')}</span>}{' '}
        {slot.drawn && waypoints(draft).length > 0 && (
          <button type="button" onClick={() => game.drafting.dropWaypoint()} aria-label={t('order.undraw')}>
            ⌫
          </button>
        )}
        <button type="button" class="icon" onClick={() => game.drafting.cancel()} aria-label={t('cancel')}>
          ✕
        </button>
      </div>
      {listed && !isSwitch(slot) && (
        <SlotChoices key={`${draft.verb.verb} ${index}`} game={game} draft={draft} index={index} />
      )}
    </div>
  );
}
