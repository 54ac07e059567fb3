// moderation.tsx — the moderators' page: reports, bans in force, decisions. Fetched when it is first opened.

import { useEffect, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { addressOf } from '../model/route';
import {
  decide,
  getModeration,
  getModerationPage,
  type Moderation,
  type ModerationList,
  type Report,
} from '../net/api';
import { Page } from './page';

type Act = (body: Record<string, unknown>) => void;

const when = (seconds: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

function ReportCard({ report, act }: { report: Report; act: Act }) {
  const [days, setDays] = useState(7);
  const [addresses, setAddresses] = useState(false);
  const { user } = report;
  return (
    <li class="report">
      <p>
        <b>{report.name}</b>{' '}
        <span class="quiet">
          {t('moderation.by', { name: report.reporter })} · {when(report.at)}
        </span>
      </p>
      {report.text && <blockquote>{report.text}</blockquote>}
      {report.words && <p>{report.words}</p>}
      {report.game && <a href={addressOf(`/g/${report.game}`)}>{t('moderation.game')}</a>}
      <p class="buttons">
        <label>
          {t('moderation.days')}{' '}
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {[1, 7, 30, 365, 0].map((n) => (
              <option key={n} value={n}>
                {n || t('moderation.ever')}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => act({ do: 'mute', user, days })}>
          {t('seats.mute')}
        </button>
        <button type="button" class="danger" onClick={() => act({ do: 'ban', user, days, addresses })}>
          {t('moderation.ban')}
        </button>
        <button type="button" onClick={() => act({ do: 'close', report: report.id })}>
          {t('moderation.close')}
        </button>
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={addresses}
          onChange={(event) => setAddresses(event.currentTarget.checked)}
        />
        {t('moderation.addresses')}
      </label>
    </li>
  );
}

function Users({ users, act }: { users: NonNullable<Moderation['users']>; act: Act }) {
  return (
    <ul class="games">
      {users.map(({ user, name, since }) => (
        <li key={user} class="game-row">
          <b>{name}</b>
          <span class="quiet">{when(since)}</span>
          <button type="button" onClick={() => act({ do: 'mute', user, days: 7 })}>
            {t('seats.mute')} · 7 {t('moderation.days')}
          </button>
          <button type="button" class="danger" onClick={() => act({ do: 'ban', user, days: 7 })}>
            {t('moderation.ban')} · 7 {t('moderation.days')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function More({ onClick }: { onClick: () => void }) {
  return (
    <p>
      <button type="button" onClick={onClick}>
        {t('moderation.more')}
      </button>
    </p>
  );
}

function Bans({ bans, act }: { bans: Moderation['bans']; act: Act }) {
  if (!bans.length) return <p class="quiet">{t('moderation.nothing')}</p>;
  return (
    <ul class="games">
      {bans.map(({ kind, who, name, until }) => (
        <li key={`${kind} ${who}`} class="game-row">
          <b>{name || who}</b>
          <span class="quiet">
            {t(`moderation.kind.${kind}`)} · {until ? when(until) : t('moderation.ever')}
          </span>
          <button
            type="button"
            onClick={() =>
              act(
                kind === 'address'
                  ? { do: 'unban-address', who }
                  : { do: kind === 'mute' ? 'unmute' : 'unban', user: Number(who) },
              )
            }
          >
            {t('moderation.lift')}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function ModerationPage() {
  const spoken = useLanguage();
  const [all, setAll] = useState<Moderation | null>(null);
  const [problem, setProblem] = useState('');
  const read = () =>
    getModeration().then(setAll, (error) => {
      setProblem((error as Error).message);
    });
  /** The next page of a list, behind what is shown; of what is not shown as a whole list, the first page. */
  const more = (list: ModerationList, whole: boolean) =>
    getModerationPage(list, whole ? all?.more[list] : undefined).then(
      (page) =>
        setAll((before) => {
          if (!before) return before;
          const rows = [...(whole ? (before[list] ?? []) : []), ...(page[list] ?? [])];
          return { ...before, [list]: rows, more: { ...before.more, [list]: page.more[list] } };
        }),
      (error) => setProblem((error as Error).message),
    );
  useEffect(() => {
    document.title = `${t('moderation.title')} · Sandtable`;
    read();
  }, [spoken]);
  const act: Act = (body) => {
    setProblem('');
    decide(body).then(read, (error) => setProblem((error as Error).message));
  };
  return (
    <Page title={t('moderation.title')} problem={problem}>
      {all && (
        <>
          <section>
            <h2>{t('moderation.reports')}</h2>
            {!all.reports.length && <p class="quiet">{t('moderation.nothing')}</p>}
            <ul class="games">
              {all.reports.map((report) => (
                <ReportCard key={report.id} report={report} act={act} />
              ))}
            </ul>
            {all.more.reports ? (
              <More onClick={() => more('reports', true)} />
            ) : (
              all.open > all.reports.length && <More onClick={() => more('reports', false)} />
            )}
          </section>
          <section>
            <h2>{t('moderation.bans')}</h2>
            <Bans bans={all.bans} act={act} />
            {all.more.bans && <More onClick={() => more('bans', true)} />}
          </section>
          <section>
            <h2>{t('moderation.users')}</h2>
            {all.users && <Users users={all.users} act={act} />}
            {(!all.users || all.more.users) && <More onClick={() => more('users', !!all.users)} />}
          </section>
          <section>
            <h2>{t('moderation.log')}</h2>
            <ul>
              {all.log.map((line, i) => (
                <li key={i}>
                  <span class="quiet">{when(line.at)}</span> {line.who}: {line.what}
                </li>
              ))}
            </ul>
            {all.more.log && <More onClick={() => more('log', true)} />}
          </section>
        </>
      )}
    </Page>
  );
}
