// seats.tsx — the seats of a game: leave one, hand it over, let the computer play on; what the host may do; and the rule
// for time. Fetched when it is first opened.

import { useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { span } from '../model/span';
import { useStore } from '../model/store';
import { blockUser, muteUser, postReport, seatAction } from '../net/api';
import type { GameInfo, Seat } from '../net/protocol';
import { clockWords } from './clock';
import { InviteLink } from './invite';
import { Dialog, SideName } from './words';

type Run = (what: () => Promise<unknown>) => void;

/** A button that asks once more before it acts. */
function Sure({ words, sure, onSure }: { words: string; sure: string; onSure: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class={asked ? 'danger' : ''}
      onClick={() => {
        if (asked) onSure();
        setAsked(!asked);
      }}
    >
      {asked ? sure : words}
    </button>
  );
}

function ProfileLink({ name }: { name: string }) {
  return (
    <a class="button" href={`/player?name=${encodeURIComponent(name)}`} target="_blank" rel="noreferrer">
      {t('player.profile')}
    </a>
  );
}

function HandOver({ game, seat, run }: { game: Game; seat: Seat; run: Run }) {
  const [name, setName] = useState('');
  const offer = (body: object) => run(() => seatAction(game.id, 'offer', { side: seat.side, ...body }));
  const invite = useStore(game.store, (state) => state.position?.keys.game.invite);
  if (seat.offer === 'made')
    return (
      <p>
        {t('seats.made')}{' '}
        <button type="button" onClick={() => offer({})}>
          {t('seats.withdraw')}
        </button>
      </p>
    );
  if (seat.offer && seat.offer !== 'yours')
    return (
      <>
        <InviteLink
          link={`${location.origin}/g/${game.id}#${invite ?? ''}.${seat.side}.${seat.offer}`}
          title={t('seats.link.title')}
        />
        <p class="buttons">
          <button type="button" onClick={() => offer({})}>
            {t('seats.withdraw')}
          </button>
        </p>
      </>
    );
  return (
    <details>
      <summary>{t('seats.hand')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          offer({ to: name });
        }}
      >
        <label class="row">
          {t('seats.to')}
          <input value={name} required maxLength={32} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <p class="buttons">
          <button type="submit">{t('seats.offer')}</button>
          <button type="button" onClick={() => offer({ link: true })}>
            {t('seats.link')}
          </button>
        </p>
      </form>
    </details>
  );
}

function Own({ game, info, seat, run }: { game: Game; info: GameInfo; seat: Seat; run: Run }) {
  const act = (action: string, body: object = {}) =>
    run(() => seatAction(game.id, action, { side: seat.side, ...body }));
  const { clock } = info;
  const away = clock?.away.includes(seat.side) ?? false;
  return (
    <>
      <p class="buttons">
        {seat.computer ? (
          <button type="button" class="primary" onClick={() => act('computer', { player: null })}>
            {t('seats.back')}
          </button>
        ) : (
          <button type="button" onClick={() => act('computer', { player: 'greedy' })}>
            {t('seats.computer')}
          </button>
        )}
        {!!clock?.vacation && (
          <button type="button" onClick={() => act('vacation', { on: !away })}>
            {away
              ? t('seats.vacation.end')
              : t('seats.vacation', { time: span(clock.vacationLeft?.[seat.side] ?? 0) })}
          </button>
        )}
        <Sure words={t('seats.leave')} sure={t('seats.leave.sure')} onSure={() => act('leave')} />
      </p>
      <HandOver game={game} seat={seat} run={run} />
    </>
  );
}

function Other({ game, info, seat, run }: { game: Game; info: GameInfo; seat: Seat; run: Run }) {
  const user = seat.user;
  if (seat.kind !== 'human' || user === undefined) return null;
  return (
    <p class="buttons">
      {info.host && !info.over && (
        <Sure
          words={t('seats.remove')}
          sure={t('seats.remove.sure')}
          onSure={() => run(() => seatAction(game.id, 'kick', { side: seat.side }))}
        />
      )}
      {info.host && (
        <button type="button" onClick={() => run(() => muteUser(game.id, user, true))}>
          {t('seats.mute')}
        </button>
      )}
      <Sure words={t('seats.block')} sure={t('seats.block.sure')} onSure={() => run(() => blockUser(user, true))} />
      <ProfileLink name={seat.name ?? ''} />
    </p>
  );
}

export function SeatsDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const info = useStore(game.store, (state) => state.position?.keys.game);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const [said, setSaid] = useState('');
  if (!info) return null;
  const run: Run = (what) => {
    setSaid('');
    what().then(
      () => setSaid(t('saved')),
      (error) => setSaid((error as Error).message),
    );
  };
  return (
    <Dialog title={t('seats.title')} onClose={onClose}>
      {info.clock && <p class="quiet">{clockWords(info.clock)}</p>}
      {info.seats.map((seat) => {
        const index = sides.findIndex((side) => side.word === seat.side);
        const who = seat.kind === 'human' ? (seat.you ? t('you') : (seat.name ?? '?')) : t(`seat.${seat.kind}`);
        return (
          <section key={seat.side} class="seat-card">
            <h3>
              <SideName
                name={sides[index]?.name ?? seat.side}
                colour={sides[index]?.colour ?? '#888'}
                index={index}
              />
              : {who}
            </h3>
            {seat.computer && (
              <p class="quiet">{t('seats.computer.plays', { name: t(`seat.${seat.computer}`) })}</p>
            )}
            {seat.you && !info.over && <Own game={game} info={info} seat={seat} run={run} />}
            {!seat.you && <Other game={game} info={info} seat={seat} run={run} />}
          </section>
        );
      })}
      <p role="status">{said}</p>
    </Dialog>
  );
}

function ReportForm({ game, user, text }: { game: Game; user: number; text: string }) {
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        postReport({ user, game: game.id, text, words }).then(
          () => setSaid(t('complaint.sent')),
          (error) => setSaid((error as Error).message),
        );
      }}
    >
      {text && <blockquote>{text}</blockquote>}
      <label class="row">
        {t('complaint.words')}
        <input value={words} maxLength={400} onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <p class="buttons">
        <button type="submit">{t('complaint.title')}</button> <span role="status">{said}</span>
      </p>
    </form>
  );
}

/** A chat's author: what can be done about him. */
export function PersonDialog({
  game,
  user,
  name,
  text,
  onClose,
}: {
  game: Game;
  user: number;
  name: string;
  text: string;
  onClose: () => void;
}) {
  const host = useStore(game.store, (state) => state.position?.keys.game.host);
  const [said, setSaid] = useState('');
  const run: Run = (what) => {
    what().then(
      () => setSaid(t('saved')),
      (error) => setSaid((error as Error).message),
    );
  };
  return (
    <Dialog title={name} onClose={onClose}>
      <p class="buttons">
        {host && (
          <>
            <button type="button" onClick={() => run(() => muteUser(game.id, user, true))}>
              {t('seats.mute')}
            </button>
            <button type="button" onClick={() => run(() => muteUser(game.id, user, false))}>
              {t('seats.unmute')}
            </button>
          </>
        )}
        <Sure
          words={t('seats.block')}
          sure={t('seats.block.sure')}
          onSure={() => run(() => blockUser(user, true))}
        />
        <button type="button" onClick={() => run(() => blockUser(user, false))}>
          {t('seats.unblock')}
        </button>
        <ProfileLink name={name} />
      </p>
      <ReportForm game={game} user={user} text={text} />
      <p role="status">{said}</p>
    </Dialog>
  );
}
