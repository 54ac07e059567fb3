// player.tsx — the page of an account: its ratings by scenario and side, and its latest results. Fetched when it is first
// wanted.

import { useEffect, useState } from 'preact/hooks';
import { language, t, useLanguage } from '../i18n';
import { addressOf, go } from '../model/route';
import { getProfile, type Profile } from '../net/api';
import { Page } from './page';

function Ratings({ profile }: { profile: Profile }) {
  if (!profile.ratings.length) return <p class="quiet">{t('player.unrated')}</p>;
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('player.scenario')}</th>
          <th scope="col">{t('player.side')}</th>
          <th scope="col">{t('player.rating')}</th>
          <th scope="col">{t('player.games')}</th>
        </tr>
      </thead>
      <tbody>
        {profile.ratings.map((one) => (
          <tr key={`${one.scenario} ${one.side}`}>
            <td>{one.title}</td>
            <td>{one.side}</td>
            <td>
              <b>{one.rating}</b> ± {2 * one.deviation}
            </td>
            <td>{one.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Results({ profile }: { profile: Profile }) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' });
  if (!profile.results.length) return <p class="quiet">{t('player.none')}</p>;
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('player.date')}</th>
          <th scope="col">{t('player.scenario')}</th>
          <th scope="col">{t('player.side')}</th>
          <th scope="col">{t('player.opponent')}</th>
          <th scope="col">{t('player.result')}</th>
        </tr>
      </thead>
      <tbody>
        {profile.results.map((one) => (
          <tr key={one.game}>
            <td>
              <time dateTime={new Date(one.at * 1000).toISOString()}>{date.format(one.at * 1000)}</time>
            </td>
            <td>
              <a href={addressOf(`/g/${one.game}`)}>{one.title}</a>
            </td>
            <td>{one.side}</td>
            <td>{one.opponent ? <PlayerLink name={one.opponent} /> : '–'}</td>
            <td>
              {t(`player.${one.result}`)}
              {one.rated && ` (${one.after >= one.before ? '+' : '−'}${Math.abs(one.after - one.before)})`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlayerLink({ name }: { name: string }) {
  const path = `/player?name=${encodeURIComponent(name)}`;
  return (
    <a
      href={addressOf(path)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        go(path);
      }}
    >
      {name}
    </a>
  );
}

export function Player({ name }: { name: string }) {
  const spoken = useLanguage();
  const [profile, setProfile] = useState<Profile | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let gone = false;
    document.title = `${name} · Sandtable`;
    getProfile(name).then(
      (found) => !gone && setProfile(found),
      (error) => !gone && setProblem((error as Error).message),
    );
    return () => {
      gone = true;
    };
  }, [name, spoken]);
  return (
    <Page title={profile?.name ?? name} problem={problem}>
      {profile && (
        <>
          <section>
            <h2>{t('player.ratings')}</h2>
            <Ratings profile={profile} />
          </section>
          <section>
            <h2>{t('player.results')}</h2>
            <Results profile={profile} />
          </section>
        </>
      )}
    </Page>
  );
}
