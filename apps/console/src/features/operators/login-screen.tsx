import type { PasskeyRequest } from '@plimsoll/contract';
import { Button, Field, Logo, PasswordField, SubmitButton } from '@plimsoll/ui';
import { useLogin } from 'ra-core';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { passkeysWorkAt, signWithPasskey } from '../../platform/passkey.ts';
import { passkeyOf, reasonOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

/** Where a login that was right so far goes on: by a code, by a passkey, or by either. */
interface Step {
  readonly takesCode: boolean;
  readonly request: PasskeyRequest | undefined;
}

/** Name and password; then the authenticator's code or a passkey, for those who have one. */
export function LoginScreen() {
  const t = useTranslations('console');
  const login = useLogin();
  const words = useProblemWords();
  const [values, setValues] = useState({ username: '', password: '', totp: '' });
  const [step, setStep] = useState<Step>();
  const asksCode = step?.takesCode === true;
  const takesPasskey = step?.request !== undefined && passkeysWorkAt(step.request.rpId);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksCode) code.current?.focus();
  }, [asksCode]);
  useEffect(() => {
    document.title = t('title', { screen: t('login.title') });
  }, [t]);

  const change = (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) => {
    setError(undefined);
    setValues({ ...values, [name]: event.target.value });
  };
  const enter = async (given: { readonly totp?: string; readonly passkey?: string }): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await login({ username: values.username.trim(), password: values.password, ...given });
    } catch (failure) {
      const reason = reasonOf(failure);
      if (reason === 'totp_needed' || reason === 'passkey_needed')
        setStep({ takesCode: reason === 'totp_needed', request: passkeyOf(failure) });
      else setError(words(failure));
      if (reason === 'bad_login') setStep(undefined);
      // What was to be signed is answered once: another is asked for.
      if (reason === 'bad_passkey') setStep(undefined);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void (step && !asksCode ? showPasskey() : enter(asksCode ? { totp: values.totp.replaceAll(' ', '') } : {}));
  };
  const showPasskey = async (): Promise<void> => {
    if (!step?.request || !takesPasskey) return setError(t('login.passkeyElsewhere'));
    setBusy(true);
    const passkey = await signWithPasskey(step.request);
    setBusy(false);
    return passkey === undefined ? setError(t('factor.noPasskey')) : enter({ passkey });
  };

  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <Logo />
      <form
        onSubmit={submit}
        className="on-card grid w-full max-w-90 gap-4 rounded-lg bg-surface p-6"
        aria-labelledby="login-title"
      >
        <h1 id="login-title" className="text-20 font-semibold">
          {t('login.title')}
        </h1>
        <p className="text-13 text-ink-2">{t('login.text')}</p>
        <Field
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={values.username}
          onChange={change('username')}
          readOnly={step !== undefined}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          required
          value={values.password}
          onChange={change('password')}
          readOnly={step !== undefined}
        />
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
        <p role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
        <SubmitButton busy={isBusy} busyText={t('login.busy')}>
          {t(asksCode ? 'login.confirm' : step ? 'factor.passkey' : 'login.submit')}
        </SubmitButton>
        {asksCode && takesPasskey && (
          <Button
            kind="line"
            disabled={isBusy}
            onClick={() => {
              void showPasskey();
            }}
          >
            {t('factor.passkey')}
          </Button>
        )}
        {step && (
          <button
            type="button"
            className="min-h-11 text-center text-13 font-medium text-water"
            onClick={() => {
              setStep(undefined);
              setValues({ username: '', password: '', totp: '' });
              setError(undefined);
            }}
          >
            {t('login.other')}
          </button>
        )}
      </form>
    </main>
  );
}
