import { SkeletonBlock, ErrorState, Icon, Tag, type IconShape } from '@plimsoll/ui';
import { check, clock, globe } from '@plimsoll/ui/icons-shell';
import { key, lock, mail, qr, receipt, right, shield } from '@plimsoll/ui/icons-screens';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { partedEmail } from '../../platform/parted-email.tsx';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../../platform/member.ts';
import { PageHeader } from '../site/index.ts';
import { AuthenticatorPage } from './authenticator-page.tsx';
import { EmailPage } from './email-page.tsx';
import { FreezePart } from './freeze-part.tsx';
import { HistoryPage } from './history-page.tsx';
import { LimitsPart } from './limits-part.tsx';
import { PasskeysPage } from './passkeys-page.tsx';
import { PhrasePage } from './phrase-page.tsx';
import { PhrasePart } from './phrase-part.tsx';
import type { Answer } from '@plimsoll/contract';
import { type SecurityState, useSecurity } from './queries.ts';
import { RecoveryPage } from './recovery-page.tsx';
import { SessionsPage } from './sessions-page.tsx';

/** A row that leads to a page, with its state. */
export function SecurityRow({
  to,
  icon,
  name,
  children,
}: {
  readonly to: string;
  readonly icon: IconShape;
  readonly name: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li>
      <Link to={to} className="flex min-h-15 w-full items-center gap-3.5 px-4 py-2 active:bg-surface">
        <Icon of={icon} duo />
        {/* In large type the status is under the name. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5">
          <span className="min-w-0 flex-[1_1_8rem] [overflow-wrap:anywhere]">{name}</span>
          <span className="ms-auto flex min-w-0 items-center gap-2 text-13 [overflow-wrap:anywhere] text-ink-3">
            {children}
            <Icon of={right} size={16} flip />
          </span>
        </span>
      </Link>
    </li>
  );
}

function Group({
  name,
  text,
  children,
}: {
  readonly name: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <h2 className="px-4 pb-2 text-17 font-semibold">{name}</h2>
      {text !== undefined && <p className="px-4 pb-3 text-13 text-ink-2">{text}</p>}
      <ul className="rows border-y">{children}</ul>
    </section>
  );
}

const PAGES = {
  authenticator: AuthenticatorPage,
  passkeys: PasskeysPage,
  recovery: RecoveryPage,
  sessions: SessionsPage,
  history: HistoryPage,
  phrase: PhrasePage,
  email: EmailPage,
} as const;
const isPage = (view: string | null): view is keyof typeof PAGES => view !== null && Object.hasOwn(PAGES, view);
const Waiting = () => <SkeletonBlock width={64} height={14} />;

const Good = ({ children }: { readonly children: ReactNode }) => (
  <Tag kind="ok" icon={check}>
    {children}
  </Tag>
);

function PasswordGroup({ member }: { readonly member: Answer<'getusr'> | undefined }) {
  const t = useTranslations('security');
  const { traders_password_switch } = useSettings();
  return (
    <Group name={t('groups.passwords')}>
      <SecurityRow to="/modifyPwd" icon={lock} name={t('rows.login')}>
        {t('rows.change')}
      </SecurityRow>
      {traders_password_switch === 1 && (
        <SecurityRow to="/resetLegalPwd" icon={shield} name={t('rows.payment')}>
          {member ? (
            member.have_pay === 1 ? (
              <Good>{t('rows.set')}</Good>
            ) : (
              <Tag kind="wait">{t('rows.missing')}</Tag>
            )
          ) : (
            <Waiting />
          )}
        </SecurityRow>
      )}
    </Group>
  );
}

interface GroupProps {
  readonly state: SecurityState | undefined;
}

function EmailGroup({ state }: GroupProps) {
  const t = useTranslations('security');
  const status = ({ email, email_proven }: SecurityState) => {
    if (email === null) return <Tag kind="wait">{t('rows.missing')}</Tag>;
    return email_proven === 1 ? <Good>{t('rows.proven')}</Good> : <Tag kind="wait">{t('rows.unproven')}</Tag>;
  };
  return (
    <Group name={t('email.title')}>
      <SecurityRow
        to="/security?view=email"
        icon={mail}
        name={state?.email ? partedEmail(state.email) : t('email.title')}
      >
        {state ? status(state) : <Waiting />}
      </SecurityRow>
    </Group>
  );
}

function SecondGroup({ state }: GroupProps) {
  const t = useTranslations('security');
  const isAnySet = state && (state.totp === 1 || state.passkeys.length > 0);
  return (
    <Group name={t('groups.second')} text={t('secondText')}>
      <SecurityRow to="/security?view=authenticator" icon={qr} name={t('rows.authenticator')}>
        {state ? state.totp === 1 ? <Good>{t('rows.on')}</Good> : t('rows.off') : <Waiting />}
      </SecurityRow>
      <SecurityRow to="/security?view=passkeys" icon={key} name={t('rows.passkeys')}>
        {state ? state.passkeys.length > 0 ? <Good>{String(state.passkeys.length)}</Good> : t('rows.off') : <Waiting />}
      </SecurityRow>
      {/* There before it is known too: a row that came later would move those below it. */}
      <SecurityRow to="/security?view=recovery" icon={receipt} name={t('rows.recovery')}>
        {state ? (
          isAnySet ? (
            <span className={state.recovery_left > 2 ? '' : 'text-warn'}>
              {t('rows.left', { count: state.recovery_left })}
            </span>
          ) : (
            t('rows.off')
          )
        ) : (
          <Waiting />
        )}
      </SecurityRow>
    </Group>
  );
}

interface SecurityScreenProps {
  /** The row of keys of programs, a slice above this one. */
  readonly programs: ReactNode;
}

function Overview({ programs }: SecurityScreenProps) {
  const t = useTranslations('security');
  const app = useTranslations('app.titles');
  const book = useTranslations('payouts.book');
  const { data: member, error, isError, refetch } = useMember();
  const security = useSecurity();
  const { data: state } = security;
  const isFailed = (isError && !member) || (security.isError && !state);
  const retry = () => {
    void refetch();
    void security.refetch();
  };
  return (
    <>
      <PageHeader title={app('security')} canGoBack />
      <p className="px-4 pb-5 text-14 text-ink-2">{t('intro')}</p>
      <div className="grid gap-7 pb-8">
        <LimitsPart />
        <PasswordGroup member={member} />
        <EmailGroup state={state} />
        <Group name={book('title')}>
          <SecurityRow to="/bindMentionAddress?view=book" icon={shield} name={book('only')} />
        </Group>
        <SecondGroup state={state} />
        <Group name={t('groups.watch')}>
          <SecurityRow to="/security?view=sessions" icon={globe} name={t('rows.sessions')} />
          <SecurityRow to="/security?view=history" icon={clock} name={t('rows.history')} />
          {programs}
        </Group>
        <PhrasePart state={state} />
        <FreezePart />
      </div>
      {isFailed && <ErrorState title={t('failed')} text={refusedWords(error, security.error)} onRetry={retry} />}
    </>
  );
}

/** The security screen; with `view` one of its pages, so that back leads to the list. */
export function SecurityScreen({ programs }: SecurityScreenProps) {
  const [query] = useSearchParams();
  const view = query.get('view');
  if (!isPage(view)) return <Overview programs={programs} />;
  const Page = PAGES[view];
  return <Page />;
}
