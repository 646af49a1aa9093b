import type { PasskeyRequest } from '@plimsoll/contract';
import { Button, Field, Logo, PasswordField, SubmitButton } from '@plimsoll/ui';
import { useLogin } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { passkeysWorkAt, signWithPasskey } from '../../platform/passkey.ts';
import { passkeyOf, reasonOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

interface Values {
  readonly username: string;
  readonly password: string;
  readonly totp: string;
}

/** The second step of a login: a code, a passkey, or either. */
interface Step {
  readonly takesCode: boolean;
  readonly request: PasskeyRequest | undefined;
}

const NOTHING = { username: '', password: '', totp: '' } as const satisfies Values;

/** State and submit of the login. */
function useLoginForm() {
  const t = useTranslations('console');
  const login = useLogin();
  const words = useProblemWords();
  const [values, setValues] = useState<Values>(NOTHING);
  const [step, setStep] = useState<Step>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const asksCode = step?.takesCode === true;
  const takesPasskey = step?.request !== undefined && passkeysWorkAt(step.request.rpId);
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
      // A passkey request is valid for one answer.
      if (reason === 'bad_login' || reason === 'bad_passkey') setStep(undefined);
    } finally {
      setBusy(false);
    }
  };
  const showPasskey = async (): Promise<void> => {
    if (!step?.request || !takesPasskey) return setError(t('login.passkeyElsewhere'));
    setBusy(true);
    const passkey = await signWithPasskey(step.request);
    setBusy(false);
    return passkey === undefined ? setError(t('factor.noPasskey')) : enter({ passkey });
  };
  return {
    values,
    step,
    error,
    isBusy,
    asksCode,
    takesPasskey,
    showPasskey,
    change: (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) => {
      setError(undefined);
      setValues({ ...values, [name]: event.target.value });
    },
    submit: () =>
      step && !asksCode ? showPasskey() : enter(asksCode ? { totp: values.totp.replaceAll(' ', '') } : {}),
    restart: () => {
      setStep(undefined);
      setValues(NOTHING);
      setError(undefined);
    },
  };
}

type LoginForm = ReturnType<typeof useLoginForm>;

/** Name and password, then the second factor. */
export function LoginScreen() {
  const t = useTranslations('console');
  const form = useLoginForm();
  const { step, error, isBusy, asksCode } = form;
  useEffect(() => {
    document.title = t('title', { screen: t('login.title') });
  }, [t]);
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <Logo />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="on-card grid w-full max-w-90 gap-4 rounded-lg bg-surface p-6"
        aria-labelledby="login-title"
      >
        <h1 id="login-title" className="text-20 font-semibold">
          {t('login.title')}
        </h1>
        <p className="text-13 text-ink-2">{t('login.text')}</p>
        <Credentials {...form} />
        {asksCode && <Code {...form} />}
        <p role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
        <SubmitButton busy={isBusy} busyText={t('login.busy')}>
          {t(asksCode ? 'login.confirm' : step ? 'factor.passkey' : 'login.submit')}
        </SubmitButton>
        <OtherWays {...form} />
      </form>
    </main>
  );
}

function Credentials({ values, step, change }: LoginForm) {
  const t = useTranslations('console');
  return (
    <>
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
    </>
  );
}

function Code({ values, change }: LoginForm) {
  const t = useTranslations('console');
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  return (
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
  );
}

/** The passkey as an alternative, and starting over. */
function OtherWays({ step, isBusy, asksCode, takesPasskey, showPasskey, restart }: LoginForm) {
  const t = useTranslations('console');
  return (
    <>
      {asksCode && takesPasskey && (
        <Button kind="line" disabled={isBusy} onClick={() => void showPasskey()}>
          {t('factor.passkey')}
        </Button>
      )}
      {step && (
        <button type="button" className="min-h-11 text-center text-13 font-medium text-water" onClick={restart}>
          {t('login.other')}
        </button>
      )}
    </>
  );
}
