import { Check, Contours, Field, linkClass, loneLinkClass, Mark, PasswordField, SubmitButton } from '@plimsoll/ui';
import { Link, navigate, useSearchParams } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { keepKnown, SecondStep, usePasskeyLogin } from '../security/index.ts';
import { GoalLine } from './goal-line.tsx';
import { useLogin } from './use-login.ts';
import { LanguageButton, PageHeader } from '../site/index.ts';

function LoginHead() {
  return (
    <>
      <Contours drawing="/drawings/contours.svg" height={250} />
      <PageHeader canGoBack clear>
        <LanguageButton />
      </PageHeader>
    </>
  );
}

function LoginForm({ login }: { readonly login: ReturnType<typeof useLogin> }) {
  const t = useTranslations('membership.login');
  return (
    <form className="mt-6 grid gap-4" onSubmit={login.send} noValidate>
      <Field
        label={t('account')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={login.username}
        error={login.accountError}
        onChange={(event) => login.enterUsername(event.target.value)}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={login.password}
        error={login.passwordError}
        onChange={(event) => login.enterPassword(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <Check checked={login.isRemembered} onChange={login.setRemembered}>
          {t('remember')}
        </Check>
        <Link to="/forgot" className={`${loneLinkClass} text-14`}>
          {t('forgot')}
        </Link>
      </div>
      <SubmitButton busy={login.isBusy} busyText={t('busy')}>
        {t('submit')}
      </SubmitButton>
      <p className="text-center text-14 text-ink-2">
        {t('noAccount')}{' '}
        <Link to="/register" className={`${linkClass} hit`}>
          {t('create')}
        </Link>
      </p>
    </form>
  );
}

/** /login; with `step=second` the second step of a login whose password was right. */
export default function LoginScreen() {
  const t = useTranslations('membership.login');
  const settings = useSettings();
  const [query] = useSearchParams();
  const login = useLogin();
  const { account, needed, goIn } = login;
  const isSecond = needed !== undefined && query.get('step') === 'second';
  usePasskeyLogin({
    isOn: !login.isBusy && !isSecond,
    onIn(entered) {
      keepKnown(entered.account, entered.known);
      goIn(entered.token, entered.isHere, entered.account);
    },
  });

  if (isSecond) {
    return (
      <>
        <LoginHead />
        <SecondStep key={needed.ticket} account={account} needed={needed} onIn={goIn} onBack={() => navigate(-1)} />
      </>
    );
  }
  return (
    <>
      <LoginHead />
      <section className="relative px-4 pt-8.5">
        <Mark size={56} />
        <h1 className="mt-4 text-[min(var(--fs-28),7.8vw)]/tight [overflow-wrap:anywhere] font-semibold tracking-[-.01em]">
          {t('title')}
        </h1>
        <p className="mt-1 text-ink-2">{t('welcome', { name: settings.name || 'Plimsoll' })}</p>
        <GoalLine className="mt-1 text-ink-2" />
        <LoginForm login={login} />
      </section>
    </>
  );
}
