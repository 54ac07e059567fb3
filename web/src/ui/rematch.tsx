// rematch.tsx — the same game again between the same two people, with the sides swapped.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { go } from '../model/route';
import { useStore } from '../model/store';
import { askRematch } from '../net/api';

export function Rematch({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const begun = useStore(game.store, (state) => state.rematch);
  const people = keys?.game.seats.filter((seat) => seat.kind === 'human') ?? [];
  const mine = keys?.you.length === 1 && !keys.game.whatIf;
  if (!mine || keys.game.seats.length !== 2 || people.length !== 2) return null;
  const begin = () =>
    askRematch(game.id).then(
      ({ id }) => go(`/g/${id}`),
      (error) => game.notice((error as Error).message),
    );
  return (
    <button type="button" class="primary" onClick={() => (begun ? go(`/g/${begun}`) : begin())}>
      {begun ? t('rematch.open') : t('rematch.ask')}
    </button>
  );
}
