// notify.ts — "your turn": the page's title, a sound, and a notification of the browser when it is hidden.

import { t } from '../i18n';
import { postPush, pushKey } from '../net/api';
import { settings } from './settings';
import { play } from './sounds';

export function yourTurn(title: string) {
  const { notify } = settings.get();
  if (!document.hidden) return;
  play('turn');
  if (notify && 'Notification' in window && Notification.permission === 'granted')
    new Notification(t('notify.turn'), { body: title, tag: 'sandtable-turn' });
}

/** A player has sat down at a game that waited for him. */
export function somebodyCame() {
  if (document.hidden) play('turn');
}

export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Has the browser's push service wake this browser when it is the player's turn, or no more, if the server sends such
 * notices at all. */
export async function wakeMe(wanted: boolean) {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  try {
    const { key } = await pushKey();
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    if (wanted)
      await postPush(
        (old ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))).endpoint,
      );
    else if (old) {
      await postPush(old.endpoint, true);
      await old.unsubscribe();
    }
  } catch {
    // The server sends none, or the browser has no service that would.
  }
}

export function pageTitle(mine: boolean, title: string | null) {
  document.title = `${mine ? `● ${t('notify.turn')} · ` : ''}${title ?? 'Sandtable'}`;
}
