import { Logo, PasswordField, SubmitButton } from '@plimsoll/ui';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

function useClaim() {
  const words = useProblemWords();
  const { hash } = useLocation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [name, setName] = useState<string>();
  const submit = async () => {
    setBusy(true);
    try {
      setName(
        (await ask<{ username: string }>('POST', '/session/claim', { body: { link: hash.slice(1), password } })).data
          .username,
      );
    } catch (failure) {
      setError(words(failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    name,
    password,
    error,
    isBusy,
    submit,
    onPassword: (typed: string) => {
      setPassword(typed);
      setError(undefined);
    },
  };
}

/** The mailed link of a new or reset operator: sets the password, once. */
export function ClaimScreen() {
  const t = useTranslations('console');
  const form = useClaim();
  const { name, submit } = form;
  useEffect(() => {
    document.title = t('title', { screen: t('claim.title') });
  }, [t]);
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-4">
      <Logo />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="on-card grid w-full max-w-90 gap-4 rounded-lg bg-surface p-6"
        aria-labelledby="claim-title"
      >
        <h1 id="claim-title" className="text-20 font-semibold">
          {t('claim.title')}
        </h1>
        {name === undefined ? (
          <Choose {...form} />
        ) : (
          <>
            <p role="status" className="text-13 text-ink-2">
              {t('claim.done', { name })}
            </p>
            <Link to="/login" className="hit font-medium text-water">
              {t('login.submit')}
            </Link>
          </>
        )}
      </form>
    </main>
  );
}

function Choose({ password, error, isBusy, onPassword }: ReturnType<typeof useClaim>) {
  const t = useTranslations('console');
  return (
    <>
      <p className="text-13 text-ink-2">{t('claim.text')}</p>
      <PasswordField
        label={t('claim.password')}
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => onPassword(event.target.value)}
      />
      <p role="alert" className="text-13 text-danger empty:hidden">
        {error}
      </p>
      <SubmitButton busy={isBusy} busyText={t('login.busy')}>
        {t('claim.submit')}
      </SubmitButton>
    </>
  );
}
