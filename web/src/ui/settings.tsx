// settings.tsx — language, theme, sound, account.

import { useState } from 'preact/hooks';
import { language, languages, t, tOr, useLanguage } from '../i18n';
import { allowNotifications, wakeMe } from '../model/notify';
import { change, settings } from '../model/settings';
import { play, SOUNDS } from '../model/sounds';
import { useStore } from '../model/store';
import { getSession, login, postSettings, register, type Session } from '../net/api';
import { site } from '../net/here';
import { Forgotten, Mail, OwnAccount, RecoveryCode } from './account';
import { Pace } from './watch';
import { Dialog } from './words';

function Account({ session, onSession }: { session: Session; onSession: (session: Session) => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [code, setCode] = useState('');
  async function run(what: () => Promise<unknown>) {
    setProblem(null);
    try {
      await what();
      onSession(await getSession());
      setPassword('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  const trouble = problem && (
    <p class="problem" role="alert">
      {problem}
    </p>
  );
  if (!session.user.guest)
    return (
      <div class="account">
        <p>{t('account.as', { name: session.user.name })}</p>
        {code && <RecoveryCode code={code} />}
        <OwnAccount run={run} />
        {trouble}
      </div>
    );
  return (
    <>
      <form
        class="account"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => setCode((await register(name, password)).recovery));
        }}
      >
        <p class="quiet">{t('account.guest', { name: session.user.name })}</p>
        <label class="row">
          {t('account.name')}
          <input
            value={name}
            autocomplete="username"
            required
            maxLength={32}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="row">
          {t('account.password')}
          <input
            type="password"
            value={password}
            autocomplete="current-password"
            required
            minLength={8}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        <p class="buttons">
          <button type="submit">{t('account.make')}</button>
          <button type="button" onClick={() => run(() => login(name, password))}>
            {t('account.login')}
          </button>
        </p>
        {trouble}
      </form>
      <Forgotten run={run} onCode={setCode} />
    </>
  );
}

export function SettingsDialog(props: {
  session: Session | null;
  onSession?: (session: Session) => void;
  onClose: () => void;
}) {
  useLanguage();
  const value = useStore(settings, (all) => all);
  const [webhook, setWebhook] = useState(props.session?.settings?.webhook ?? '');
  const [said, setSaid] = useState<string | null>(null);
  return (
    <Dialog title={t('settings.title')} onClose={props.onClose}>
      <label class="row">
        {t('settings.language')}
        <select value={language()} onChange={(event) => change({ language: event.currentTarget.value })}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {tOr(`language.${one}`, new Intl.DisplayNames([one], { type: 'language' }).of(one) ?? one)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        {t('settings.theme')}
        <select
          value={value.theme}
          onChange={(event) => change({ theme: event.currentTarget.value as 'auto' | 'light' | 'dark' })}
        >
          {['auto', 'light', 'dark'].map((theme) => (
            <option key={theme} value={theme}>
              {t(`theme.${theme}`)}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="sounds">
        <legend>{t('settings.sounds')}</legend>
        {SOUNDS.map((sound) => (
          <label class="check" key={sound}>
            <input
              type="checkbox"
              checked={value.sounds.includes(sound)}
              onChange={(event) => {
                const others = value.sounds.filter((one) => one !== sound);
                change({ sounds: event.currentTarget.checked ? [...others, sound] : others });
                play(sound);
              }}
            />
            {t(`sound.${sound}`)}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={value.notify}
          onChange={async (event) => {
            const wanted = event.currentTarget.checked;
            const allowed = wanted && (await allowNotifications());
            change({ notify: allowed });
            wakeMe(allowed);
          }}
        />
        {t('settings.notify')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={value.hints}
          onChange={(event) => change({ hints: event.currentTarget.checked })}
        />
        {t('settings.hints')}
      </label>
      <Pace />
      <label class="check">
        <input
          type="checkbox"
          checked={value.dice}
          onChange={(event) => change({ dice: event.currentTarget.checked })}
        />
        {t('settings.dice')}
      </label>
      {props.session && props.onSession && !site && (
        <>
          <h3>{t('account.title')}</h3>
          <Account session={props.session} onSession={props.onSession} />
          {!props.session.user.guest && <Mail />}
          <h3>{t('webhook.title')}</h3>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              postSettings({ webhook }).then(
                () => setSaid(t('saved')),
                (error) => setSaid((error as Error).message),
              );
            }}
          >
            <label class="row">
              {t('webhook.address')}
              <input
                type="url"
                value={webhook}
                placeholder="http://"
                onInput={(event) => setWebhook(event.currentTarget.value)}
              />
            </label>
            <button type="submit">{t('save')}</button> <span role="status">{said}</span>
          </form>
        </>
      )}
    </Dialog>
  );
}
