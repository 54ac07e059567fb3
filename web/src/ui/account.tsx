// account.tsx — the account's own page: another password, log out everywhere, removal; and how to get in again without
// the password.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { wakeMe } from '../model/notify';
import {
  type ApiError,
  changePassword,
  getMail,
  logout,
  type MailSettings,
  postMail,
  recover,
  removeAccount,
} from '../net/api';

type Run = (what: () => Promise<unknown>) => Promise<void>;

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  kind: 'current-password' | 'new-password' | 'username' | 'off';
}

function Field({ label, value, onValue, kind }: FieldProps) {
  return (
    <label class="row">
      {label}
      <input
        type={kind.endsWith('password') ? 'password' : 'text'}
        value={value}
        autocomplete={kind}
        required
        minLength={kind === 'new-password' ? 8 : 1}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

/** The recovery code; it is shown once. */
export function RecoveryCode({ code }: { code: string }) {
  return (
    <p role="status">
      {t('account.code.shown')} <code>{code}</code>
    </p>
  );
}

/** This browser gets no more notices of the former account. */
async function leave(everywhere: boolean) {
  await wakeMe(false);
  await logout(everywhere);
}

/** Where the server sends mail: the address, and the mails wanted. */
export function Mail() {
  const [mail, setMail] = useState<MailSettings | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    getMail().then(setMail, () => {});
  }, []);
  if (!mail) return null;
  const save = () =>
    postMail({ address: mail.address.trim(), turns: mail.turns, digest: mail.digest }).then(
      (kept) => {
        setMail(kept);
        setSaid(kept.address && !kept.confirmed ? t('mail.confirm') : t('saved'));
      },
      (error) => setSaid((error as Error).message),
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3>{t('mail.title')}</h3>
      <label class="row">
        {t('mail.address')}
        <input
          type="email"
          value={mail.address}
          autocomplete="email"
          onInput={(event) => setMail({ ...mail, address: event.currentTarget.value })}
        />
      </label>
      {(['turns', 'digest'] as const).map((kind) => (
        <label key={kind} class="check">
          <input
            type="checkbox"
            checked={mail[kind]}
            onChange={(event) => setMail({ ...mail, [kind]: event.currentTarget.checked })}
          />
          {t(`mail.${kind}`)}
        </label>
      ))}
      <p>
        <button type="submit">{t('save')}</button> <span role="status">{said}</span>
      </p>
    </form>
  );
}

export function OwnAccount({ run }: { run: Run }) {
  const [password, setPassword] = useState('');
  const [fresh, setFresh] = useState('');
  const [sure, setSure] = useState(false);
  const [resigns, setResigns] = useState(false);
  const remove = () =>
    removeAccount(password, resigns).catch((error) => {
      if ((error as ApiError).status === 409) setResigns(true); // rated games go on, as the message says
      throw error;
    });
  return (
    <>
      <p class="buttons">
        <button type="button" onClick={() => run(() => leave(false))}>
          {t('account.leave')}
        </button>
        <button type="button" onClick={() => run(() => leave(true))}>
          {t('account.leave.everywhere')}
        </button>
      </p>
      <details>
        <summary>{t('account.change')}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(() => changePassword(password, fresh)).then(() => {
              setPassword('');
              setFresh('');
            });
          }}
        >
          <Field label={t('account.password')} value={password} onValue={setPassword} kind="current-password" />
          <Field label={t('account.fresh')} value={fresh} onValue={setFresh} kind="new-password" />
          <p class="buttons">
            <button type="submit">{t('account.change')}</button>
          </p>
        </form>
      </details>
      <details>
        <summary>{t('account.remove')}</summary>
        <p>{t('account.remove.about')}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (sure) run(remove);
            else setSure(true);
          }}
        >
          <Field label={t('account.password')} value={password} onValue={setPassword} kind="current-password" />
          <p class="buttons">
            <button type="submit">
              {resigns ? t('account.remove.resign') : sure ? t('account.remove.sure') : t('account.remove')}
            </button>
          </p>
        </form>
      </details>
    </>
  );
}

export function Forgotten({ run, onCode }: { run: Run; onCode: (code: string) => void }) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [fresh, setFresh] = useState('');
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <p>
        <button type="button" class="link" onClick={() => setOpen(true)}>
          {t('account.forgotten')}
        </button>
      </p>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => onCode((await recover(name, code, fresh)).recovery));
      }}
    >
      <Field label={t('account.name')} value={name} onValue={setName} kind="username" />
      <Field label={t('account.code')} value={code} onValue={setCode} kind="off" />
      <Field label={t('account.fresh')} value={fresh} onValue={setFresh} kind="new-password" />
      <p class="buttons">
        <button type="submit">{t('account.recover')}</button>
      </p>
    </form>
  );
}
