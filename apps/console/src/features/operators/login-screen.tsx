import { Field, Logo, PasswordField, SubmitButton } from '@plimsoll/ui';
import { useLogin } from 'ra-core';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { reasonOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

/** Name and password; then the authenticator's code, for those who have one. */
export function LoginScreen() {
  const t = useTranslations('console');
  const login = useLogin();
  const words = useProblemWords();
  const [values, setValues] = useState({ username: '', password: '', totp: '' });
  const [asksCode, setAsksCode] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => { if (asksCode) code.current?.focus(); }, [asksCode]);
  useEffect(() => { document.title = t('title', { screen: t('login.title') }); }, [t]);

  const change = (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) => {
    setError(undefined);
    setValues({ ...values, [name]: event.target.value });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await login({ ...values, username: values.username.trim(), totp: values.totp.replaceAll(' ', '') });
    } catch (failure) {
      const isStep = reasonOf(failure) === 'totp_needed';
      if (isStep) setAsksCode(true);
      else setError(words(failure));
      if (reasonOf(failure) === 'bad_login') setAsksCode(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <Logo />
      <form onSubmit={(event) => { void submit(event); }} className="on-card grid w-full max-w-90 gap-4 rounded-lg bg-surface p-6" aria-labelledby="login-title">
        <h1 id="login-title" className="text-20 font-semibold">{t('login.title')}</h1>
        <p className="text-13 text-ink-2">{t('login.text')}</p>
        <Field label={t('login.username')} name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required value={values.username} onChange={change('username')} readOnly={asksCode} />
        <PasswordField label={t('login.password')} name="password" autoComplete="current-password" required value={values.password} onChange={change('password')} readOnly={asksCode} />
        {asksCode && (
          <Field
            ref={code}
            label={t('login.code')}
            name="totp"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            required
            value={values.totp}
            onChange={change('totp')}
            help={t('login.codeHelp')}
          />
        )}
        <p role="alert" className="text-13 text-danger empty:hidden">{error}</p>
        <SubmitButton busy={isBusy} busyText={t('login.busy')}>{t(asksCode ? 'login.confirm' : 'login.submit')}</SubmitButton>
        {asksCode && (
          <button type="button" className="min-h-11 text-center text-13 font-medium text-water" onClick={() => { setAsksCode(false); setValues({ username: '', password: '', totp: '' }); setError(undefined); }}>
            {t('login.other')}
          </button>
        )}
      </form>
    </main>
  );
}
