import { Contours, Empty, linkClass, Seg, SubmitButton } from '@plimsoll/ui';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { LanguageButton, PageHeader } from '../site/index.ts';
import { GoalLine } from './goal-line.tsx';
import { AccountFields, InvitationField, PasswordFields } from './register-fields.tsx';
import { useRegister } from './use-register.ts';

function Closed() {
  const t = useTranslations('membership.register');
  return (
    <>
      <PageHeader title={t('title')} canGoBack>
        <LanguageButton />
      </PageHeader>
      <Empty title={t('closed')} text={t('closedText')} className="pt-24" />
    </>
  );
}

export default function RegisterScreen() {
  const t = useTranslations('membership.register');
  const settings = useSettings();
  const form = useRegister();
  const { ways, fields, chooseWay, busy, send } = form;
  if (ways.length === 0) return <Closed />;

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
        <GoalLine className="mt-1 text-ink-2" />
        {ways.length > 1 && (
          <Seg
            className="mt-4"
            label={t('by')}
            value={fields.by}
            onChange={chooseWay}
            options={[
              { value: 'email', label: t('byEmail') },
              { value: 'phone', label: t('byPhone') },
            ]}
          />
        )}
        <form className="mt-4 grid gap-4" onSubmit={send} noValidate>
          <AccountFields form={form} />
          <PasswordFields form={form} />
          {settings.invie_code_switch === 1 && <InvitationField form={form} />}
          <SubmitButton className="mt-2" busy={busy} busyText={t('busy')}>
            {t('submit')}
          </SubmitButton>
          <p className="text-center text-14 text-ink-2">
            {t('haveAccount')}{' '}
            <Link to="/login" className={`${linkClass} hit`}>
              {t('logIn')}
            </Link>
          </p>
        </form>
      </section>
    </>
  );
}
