// invite.tsx — inviting another player to a game: the link, copied, shared, or read off the screen.

import { useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { qrCode } from '../model/qr';
import { useStore } from '../model/store';
import { Dialog } from './words';

/** A link as a picture for the camera of a phone. */
export function QrCode({ text }: { text: string }) {
  const rows = qrCode(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('invite.code')}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The link with all ways to hand it on. */
export function InviteLink({ link, title, code }: { link: string; title: string; code?: boolean }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="invite">
      <label>
        {title}
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => navigator.clipboard?.writeText(link).then(() => setCopied(true))}
        >
          {copied ? t('copied') : t('copy')}
        </button>
        {'share' in navigator && (
          <button type="button" onClick={() => navigator.share({ url: link, title: 'Sandtable' }).catch(() => {})}>
            {t('invite.share')}
          </button>
        )}
      </p>
      {code && <QrCode text={link} />}
    </div>
  );
}

/** The game's link, for the player who is to play it. */
export function inviteLink(game: Game): string {
  const info = game.state.position?.keys.game;
  const secret = info?.invite ?? game.invite;
  return `${location.origin}/g/${game.id}${secret ? `#${secret}` : ''}`;
}

/** Games just made for another player: inviting him comes first. */
export const justMade = new Set<string>();

export function InviteDialog({ game }: { game: Game }) {
  const seats = useStore(game.store, (state) => state.position?.keys.game.seats);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const asked = useStore(game.store, (state) => state.inviting);
  const open = seats?.filter((seat) => seat.kind === 'open') ?? [];
  if (!asked || !open.length) return null;
  const names = open.map(({ side }) => sides.find((one) => one.word === side)?.name ?? side).join(', ');
  return (
    <Dialog title={t('invite.title', { sides: names })} onClose={() => game.store.set({ inviting: false })}>
      <p>{t('invite.words', { n: open.length })}</p>
      <InviteLink link={inviteLink(game)} title={t('people.invite')} code />
    </Dialog>
  );
}
