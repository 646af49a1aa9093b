import {
  Check,
  Contours,
  Field,
  linkClass,
  loneLinkClass,
  Mark,
  PasswordField,
  showToast,
  SubmitButton,
} from '@plimsoll/ui';
import { useRef, useState, type FormEvent } from 'react';
import type { SecondNeeded, WorkAsked } from '@plimsoll/contract';
import { Link, navigate, useSearchParams } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { enter, rememberedAccount } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { workIn } from '../../platform/work.ts';
import { deviceOf, keepKnown, knownOf, SecondStep, usePasskeyLogin } from '../security/index.ts';
import { LanguageButton, PageHeader } from '../site/index.ts';

const SECOND = 'second_factor_required';

/** /login; with `step=second` the second step of a login whose password was right. */
export default function LoginScreen() {
  const t = useTranslations('membership.login');
  const settings = useSettings();
  const [username, setUsername] = useState(rememberedAccount);
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(true);
  const [wasTried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [query] = useSearchParams();
  /** What the server asks for besides the password; gone with the page, and with it the second step. */
  const [needed, setNeeded] = useState<SecondNeeded>();
  const account = username.trim();
  const goIn = (token: string, name = account) => {
    enter(token, name, isRemembered);
    // The spec's way: everything starts anew as the member.
    location.replace('/');
  };
  const [isWorking, setWorking] = useState(false);
  /** Whether work is done for this login: once, and what it is. */
  const work = useRef<{ done: boolean; asked: WorkAsked | undefined }>({ done: false, asked: undefined });
  const { busy, submit } = useSubmit('login', {
    onDone({ userinfo, known }) {
      keepKnown(account, known);
      goIn(userinfo.token);
    },
    isExpected: (refusal) => refusal.reason === SECOND || (!work.current.done && workIn(refusal) !== undefined),
    onRefused(refusal) {
      const asked = work.current.done ? undefined : workIn(refusal);
      if (asked) {
        work.current.asked = asked;
        return;
      }
      if (refusal.reason !== SECOND) {
        setRefused(refusal.message);
        return;
      }
      setNeeded(refusal.data as SecondNeeded);
      setPassword('');
      setTried(false);
      navigate('/login?step=second');
    },
  });

  const isSecond = needed !== undefined && query.get('step') === 'second';
  usePasskeyLogin({
    isOn: !busy && !isWorking && !isSecond,
    onIn(entered) {
      keepKnown(entered.account, entered.known);
      goIn(entered.token, entered.account);
    },
  });

  const accountError = wasTried && username.trim() === '' ? t('accountMissing') : undefined;
  const passwordError = wasTried && password === '' ? t('passwordMissing') : refused;
  /** Strangers who guess at the account make others do some work, instead of keeping them out. */
  const logIn = async () => {
    const fields = { username: account, password, device: deviceOf(account), known: knownOf(account) };
    work.current = { done: false, asked: undefined };
    await submit(fields);
    const { asked } = work.current;
    if (!asked) return;
    setWorking(true);
    const { doWork } = await import('@plimsoll/proof');
    const found = await doWork(
      asked,
      () =>
        new Promise((resolve) => {
          setTimeout(resolve);
        }),
    );
    work.current = { done: true, asked: undefined };
    setWorking(false);
    await submit({ ...fields, work: found });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() === '') {
      showToast('bad', t('accountMissing'));
      return;
    }
    if (password === '') {
      showToast('bad', t('passwordMissing'));
      return;
    }
    if (!busy && !isWorking) void logIn();
  };

  if (isSecond) {
    return (
      <>
        <Contours drawing="/drawings/contours.svg" height={250} />
        <PageHeader canGoBack clear>
          <LanguageButton />
        </PageHeader>
        <SecondStep
          key={needed.ticket}
          account={account}
          needed={needed}
          onIn={(token) => goIn(token)}
          onBack={() => navigate(-1)}
        />
      </>
    );
  }
  return (
    <>
      <Contours drawing="/drawings/contours.svg" height={250} />
      <PageHeader canGoBack clear>
        <LanguageButton />
      </PageHeader>
      <section className="relative px-4 pt-8.5">
        <Mark size={56} />
        <h1 className="mt-4 text-[min(var(--fs-28),7.8vw)]/tight [overflow-wrap:anywhere] font-semibold tracking-[-.01em]">
          {t('title')}
        </h1>
        <p className="mt-1 text-ink-2">{t('welcome', { name: settings.name || 'Plimsoll' })}</p>
        <form className="mt-6 grid gap-4" onSubmit={send} noValidate>
          <Field
            label={t('account')}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            value={username}
            error={accountError}
            onChange={(event) => {
              setUsername(event.target.value);
              setRefused(undefined);
            }}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            value={password}
            error={passwordError}
            onChange={(event) => {
              setPassword(event.target.value);
              setRefused(undefined);
            }}
          />
          <div className="flex items-center justify-between gap-2">
            <Check checked={isRemembered} onChange={setRemembered}>
              {t('remember')}
            </Check>
            <Link to="/forgot" className={`${loneLinkClass} text-14`}>
              {t('forgot')}
            </Link>
          </div>
          <SubmitButton busy={busy || isWorking} busyText={t('busy')}>
            {t('submit')}
          </SubmitButton>
          <p className="text-center text-14 text-ink-2">
            {t('noAccount')}{' '}
            <Link to="/register" className={`${linkClass} hit [--hit:-12px]`}>
              {t('create')}
            </Link>
          </p>
        </form>
      </section>
    </>
  );
}
