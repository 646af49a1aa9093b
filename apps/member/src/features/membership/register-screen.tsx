import { Contours, Empty, Field, linkClass, PasswordField, Seg, showToast, SubmitButton } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { enter } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { keepKnown } from '../security/index.ts';
import { LanguageButton, PageHeader } from '../site/index.ts';
import { CaptchaField } from '../../platform/captcha-field.tsx';
import { PasswordRules } from '../../platform/password-rules.tsx';
import { needsCaptcha, registerErrors, registerPayload, waysToRegister, type RegisterFields } from './register-form.ts';

type FieldName = 'account' | 'captcha' | 'password' | 'repassword';

/** /register */
export default function RegisterScreen() {
  const t = useTranslations('membership.register');
  const settings = useSettings();
  const [search] = useSearchParams();
  const ways = waysToRegister(settings);
  const invited = search.get('invite') ?? '';
  const [fields, setFields] = useState<RegisterFields>({
    by: ways[0] ?? 'email',
    email: '',
    phone: '',
    captcha: '',
    password: '',
    repassword: '',
    invitation: invited,
  });
  const [shown, setShown] = useState<ReadonlySet<FieldName>>(new Set());
  const { busy, submit } = useSubmit('register', {
    onDone({ userinfo, known }) {
      const account = fields.by === 'email' ? fields.email.trim() : fields.phone.trim();
      keepKnown(account, known);
      enter(userinfo.token, account, true);
      location.replace('/');
    },
  });

  const errors = registerErrors(fields, settings);
  const set = (change: Partial<RegisterFields>) => setFields((before) => ({ ...before, ...change }));
  const show = (...names: FieldName[]) => setShown((before) => new Set([...before, ...names]));
  const errorOf = (name: FieldName) => {
    const error = shown.has(name) ? errors[name] : undefined;
    return error && t(error);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    show('account', 'captcha', 'password', 'repassword');
    const first = errors.account ?? errors.captcha ?? errors.password ?? errors.repassword;
    if (first) showToast('bad', t(first));
    else void submit(registerPayload(fields, settings));
  };

  if (ways.length === 0) {
    return (
      <>
        <PageHeader title={t('title')} canGoBack>
          <LanguageButton />
        </PageHeader>
        <Empty title={t('closed')} text={t('closedText')} className="pt-24" />
      </>
    );
  }
  return (
    <>
      <Contours drawing="/drawings/contours.svg" height={96} />
      <PageHeader canGoBack clear>
        <LanguageButton />
      </PageHeader>
      <section className="relative px-4 pt-2">
        <h1 className="text-[min(var(--fs-28),7.8vw)]/tight [overflow-wrap:anywhere] font-semibold tracking-[-.01em]">
          {t('title')}
        </h1>
        {ways.length > 1 && (
          <Seg
            className="mt-4"
            label={t('by')}
            value={fields.by}
            onChange={(by) => {
              set({ by, captcha: '' });
              setShown(new Set());
            }}
            options={[
              { value: 'email', label: t('byEmail') },
              { value: 'phone', label: t('byPhone') },
            ]}
          />
        )}
        <form className="mt-4 grid gap-4" onSubmit={send} noValidate>
          {fields.by === 'email' ? (
            <Field
              label={t('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              dir="ltr"
              value={fields.email}
              error={errorOf('account')}
              onBlur={() => {
                if (fields.email) show('account');
              }}
              onChange={(event) => set({ email: event.target.value })}
            />
          ) : (
            <Field
              label={t('phone')}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              dir="ltr"
              value={fields.phone}
              error={errorOf('account')}
              onBlur={() => {
                if (fields.phone) show('account');
              }}
              onChange={(event) => set({ phone: event.target.value })}
            />
          )}
          {needsCaptcha(fields.by, settings) && (
            <CaptchaField
              key={fields.by}
              call={fields.by === 'email' ? 'emssend' : 'smssend'}
              account={fields.by === 'email' ? fields.email : fields.phone}
              value={fields.captcha}
              error={errorOf('captcha')}
              onChange={(captcha) => set({ captcha })}
              onBadAccount={() => show('account')}
            />
          )}
          <div className="grid gap-2">
            <PasswordField
              label={t('password')}
              autoComplete="new-password"
              value={fields.password}
              error={errorOf('password')}
              onBlur={() => {
                if (fields.password) show('password');
              }}
              onChange={(event) => set({ password: event.target.value })}
            />
            <PasswordRules password={fields.password} />
          </div>
          <PasswordField
            label={t('repassword')}
            autoComplete="new-password"
            value={fields.repassword}
            error={errorOf('repassword')}
            onBlur={() => {
              if (fields.repassword) show('repassword');
            }}
            onChange={(event) => set({ repassword: event.target.value })}
          />
          {settings.invie_code_switch === 1 && (
            <Field
              label={t('invitation')}
              aside={t(invited && fields.invitation === invited ? 'fromLink' : 'optional')}
              autoComplete="off"
              autoCapitalize="characters"
              dir="ltr"
              value={fields.invitation}
              onChange={(event) => set({ invitation: event.target.value })}
            />
          )}
          <SubmitButton className="mt-2" busy={busy} busyText={t('busy')}>
            {t('submit')}
          </SubmitButton>
          <p className="text-center text-14 text-ink-2">
            {t('haveAccount')}{' '}
            <Link to="/login" className={`${linkClass} hit [--hit:-12px]`}>
              {t('logIn')}
            </Link>
          </p>
        </form>
      </section>
    </>
  );
}
