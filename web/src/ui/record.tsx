// record.tsx — the game's own page: score, people, invitation, plots, replay, downloads, chat.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Game } from '../model/game';
import { go } from '../model/route';
import { useStore } from '../model/store';
import { shown, spoken } from '../net/api';
import { engine, hasEngine, isHere } from '../net/here';
import { DiceCard } from './dice';
import { InviteLink, inviteLink } from './invite';
import { PersonName } from './lazy';
import { Plots } from './plots';
import { ReplayEntry } from './replay';
import { SideName } from './words';

export function ScoreLine({ game }: { game: Game }) {
  const score = useStore(game.store, (state) => (state.replay?.position ?? state.position)?.keys.score);
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  if (!score) return null;
  const mine = (word: string) => you.length < sides.length && you.includes(word);
  return (
    <span class="score" title={score.verdict}>
      {sides.map((side, i) => (
        <span key={side.word} class={mine(side.word) ? 'score-side mine' : 'score-side'}>
          <SideName name={side.name} colour={side.colour} index={i} />{' '}
          {mine(side.word) && <small>({t('you')})</small>}{' '}
          {(score.scale?.points ?? true) && <b>{score.points[side.word] ?? 0}</b>}
        </span>
      ))}
    </span>
  );
}

export function People({ game }: { game: Game }) {
  const info = useStore(game.store, (state) => state.position?.keys.game);
  const you = useStore(game.store, (state) => state.position?.keys.you) ?? [];
  const sides = useStore(game.store, (state) => state.scenario?.sides) ?? [];
  if (!info) return null;
  const open = info.seats.some((seat) => seat.kind === 'open');
  return (
    <section>
      <h3>{t('people.title')}</h3>
      <ul class="people">
        {info.seats.map((seat) => {
          const index = sides.findIndex((side) => side.word === seat.side);
          return (
            <li key={seat.side}>
              <SideName
                name={sides[index]?.name ?? seat.side}
                colour={sides[index]?.colour ?? '#888'}
                index={index}
              />
              {seat.kind === 'open' ? (
                <>
                  {you.length > 0 && <span class="quiet">{t('seat.open')}</span>}
                  <button type="button" class={you.length ? '' : 'primary'} onClick={() => game.sitDown(seat.side)}>
                    {t('lobby.sit')}
                  </button>
                </>
              ) : (
                <span>
                  {seat.kind === 'human'
                    ? you.includes(seat.side)
                      ? t('you')
                      : (seat.name ?? '?')
                    : t(`seat.${seat.kind}`)}{' '}
                  {seat.kind === 'human' && (
                    <span class="quiet">{seat.online ? `● ${t('people.here')}` : `○ ${t('people.away')}`}</span>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {!!info.spectators && <p class="quiet">{t('people.watching', { n: info.spectators })}</p>}
      {(open || you.length > 0) && (
        <InviteLink link={inviteLink(game)} title={open ? t('people.invite') : t('people.link')} code={open} />
      )}
    </section>
  );
}

export function Talk({ game }: { game: Game }) {
  const chat = useStore(game.store, (state) => state.chat);
  const notes = useStore(game.store, (state) => state.position?.keys.notes) ?? '';
  const [text, setText] = useState('');
  const [own, setOwn] = useState<string | null>(null);
  const [saved, setSaved] = useState(true);
  useEffect(() => {
    if (own === null || saved) return;
    const save = () => {
      game.note(own);
      setSaved(true);
    };
    const timer = window.setTimeout(save, 500);
    return () => clearTimeout(timer);
  }, [own, saved]);
  return (
    <section>
      <h3>{t('chat.title')}</h3>
      <ol class="chat" aria-live="polite">
        {chat.map((line, i) => (
          <li key={i}>
            <PersonName game={game} user={line.user} name={line.name} text={line.text} /> {line.text}
          </li>
        ))}
      </ol>
      <form
        class="say"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) game.say(text.trim());
          setText('');
        }}
      >
        <input
          value={text}
          maxLength={900}
          aria-label={t('chat.say')}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">{t('chat.send')}</button>
      </form>
      <label class="notes">
        {t('notes.title')}
        <textarea
          rows={4}
          value={own ?? notes}
          onInput={(event) => {
            setOwn(event.currentTarget.value);
            setSaved(false);
          }}
          onBlur={() => own !== null && game.note(own)}
        />
        <span class="quiet" role="status">
          {own !== null && saved ? t('saved') : ''}
        </span>
      </label>
    </section>
  );
}

/** A game of this browser as a file, at any time. */
function SaveFile({ id, name, onTrouble }: { id: string; name: string; onTrouble: (text: string) => void }) {
  async function save() {
    const text = await (await engine()).exportGame(id);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  async function onBoard() {
    const { linesOfGame, newBoard } = await engine();
    const lines = await linesOfGame(id);
    if (lines) go(`/g/${(await newBoard(lines[0]!.split(/[ /]/)[1]!, lines, t('board.title'))).id}`);
    else onTrouble(t('here.noboard'));
  }
  return (
    <section>
      <h3>{t('download.title')}</h3>
      <p class="buttons">
        <button type="button" onClick={save}>
          {t('here.save')}
        </button>
        <button type="button" onClick={onBoard}>
          {t('here.board')}
        </button>
      </p>
    </section>
  );
}

/** Pictures and the journal; without a name of its own a file would be saved as "true". */
function Downloads({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  if (!keys) return null;
  const name = `${keys.game.scenario.split('/').pop()}-${game.id}`;
  if (isHere(game.id))
    return (
      <>
        <SaveFile id={game.id} name={`${name}.journal`} onTrouble={(text) => game.notice(text)} />
        {keys.over && (
          <p class="buttons">
            <button type="button" onClick={() => go(`/report/${game.id}`)}>
              {t('report.title')}
            </button>
          </p>
        )}
      </>
    );
  const file = (words: string, path: string, ending: string) => (
    <a
      class="button"
      key={ending}
      href={spoken(`/api/games/${game.id}/${path}${shown(game.invite)}`)}
      download={`${name}.${ending}`}
    >
      {words}
    </a>
  );
  async function onBoard() {
    const { linesOfGame, newBoard } = await engine();
    try {
      const lines = await linesOfGame(game.id, keys?.game.whatIf);
      if (lines) go(`/g/${(await newBoard(lines[0]!.split(/[ /]/)[1]!, lines, t('board.title'))).id}`);
      else game.notice(t('here.noboard'));
    } catch (problem) {
      game.notice((problem as Error).message);
    }
  }
  return (
    <section>
      <h3>{t('download.title')}</h3>
      {(keys.over || keys.game.whatIf) && hasEngine && (
        <p class="buttons">
          <button type="button" onClick={onBoard}>
            {t('here.board')}
          </button>
          {keys.over && (
            <button type="button" onClick={() => go(`/report/${game.id}`)}>
              {t('report.title')}
            </button>
          )}
        </p>
      )}
      <p class="buttons">
        {['svg', 'png', 'pdf'].map((kind) => file(kind.toUpperCase(), `picture.${kind}`, kind))}
        {keys.over ? (
          file(t('download.journal'), 'journal', 'journal')
        ) : (
          <span class="quiet">{t('download.later')}</span>
        )}
      </p>
    </section>
  );
}

export function RecordPanel({ game }: { game: Game }) {
  const keys = useStore(game.store, (state) => state.position?.keys);
  const scenario = useStore(game.store, (state) => state.scenario);
  const map = useStore(game.store, (state) => state.map);
  const [sure, setSure] = useState(false);
  if (!keys) return null;
  return (
    <div class="record">
      <section>
        <h3>{t('score.title')}</h3>
        <ScoreLine game={game} />
        <p>{keys.over ? keys.score.verdict : t('score.now', { verdict: keys.score.verdict })}</p>
      </section>
      <People game={game} />
      <Plots game={game} />
      <ReplayEntry game={game} />
      <DiceCard game={game} />
      <Downloads game={game} />
      <Talk game={game} />
      <section>
        <h3>{t('about.title')}</h3>
        <p class="quiet">{scenario?.source}</p>
        <p class="quiet">{map?.source}</p>
        {keys.you.length > 0 && !keys.over && (
          <p class="buttons">
            {sure ? (
              <>
                <button type="button" class="danger" onClick={() => game.resign()}>
                  {t('resign.sure')}
                </button>
                <button type="button" onClick={() => setSure(false)}>
                  {t('cancel')}
                </button>
              </>
            ) : (
              <button type="button" onClick={() => setSure(true)}>
                {t('resign')}
              </button>
            )}
          </p>
        )}
      </section>
    </div>
  );
}
