import type { Answer } from '@plimsoll/contract';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { DEMO_GIFT } from '@plimsoll/contract/figures';
import { formatDecimal } from '@plimsoll/i18n';
import { Icon, SwitchMark, Tag, useReading, type IconShape, type TagKind } from '@plimsoll/ui';
import { bell, check, clock, close, deposit } from '@plimsoll/ui/icons-shell';
import { address, card, id, invite, logout, moon } from '@plimsoll/ui/icons-panel';
import { article, right, shield } from '@plimsoll/ui/icons-screens';
import type { ReactNode } from 'react';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { leaveTo } from '../../platform/leave-to.ts';
import { useSettings } from '../../platform/settings.ts';
import { setTheme, useTheme } from '../../platform/theme.ts';
import { AppRow } from './app-row.tsx';
import { DemoFunds } from './demo-funds.tsx';
import { SmallTradesRow } from './small-trades-row.tsx';
import { UpDownRow } from './up-down-row.tsx';

type Member = Answer<'getusr'>;

const ROW = 'flex min-h-13 w-full items-center gap-3.5 px-4 active:bg-surface';
const VALUE = 'ms-auto flex min-w-0 items-center gap-2 text-end text-13 text-ink-3';
const Arrow = () => <Icon of={right} size={16} flip />;

function RowLink({
  to,
  icon,
  name,
  children,
}: {
  readonly to: string;
  readonly icon: IconShape;
  readonly name: string;
  readonly children?: ReactNode;
}) {
  // Replaces the panel's own step in the history, so that back leads home at once.
  return (
    <Link replace to={to} className={ROW}>
      <Icon of={icon} duo />
      <span className="flex-none">{name}</span>
      <span className={VALUE}>
        {children}
        <Arrow />
      </span>
    </Link>
  );
}

/** Identity is a link only before an application or after a refusal. */
function IdentityRow({ status }: { readonly status: Member['rzstatus'] | undefined }) {
  const t = useTranslations('membership.panel');
  const tags: Readonly<Record<Member['rzstatus'], readonly [TagKind, IconShape | undefined, string]>> = {
    0: ['plain', undefined, t('identityNone')],
    1: ['wait', clock, t('identityReview')],
    2: ['ok', check, t('identityCertified')],
    3: ['bad', close, t('identityRefused')],
  };
  const [kind, icon, word] = tags[status ?? 0];
  const tag = status !== undefined && (
    <Tag kind={kind} {...(icon ? { icon } : {})}>
      {word}
    </Tag>
  );
  if (status === IDENTITY_STATUS.none || status === IDENTITY_STATUS.refused)
    return (
      <RowLink to="/real_authentication" icon={id} name={t('identity')}>
        {tag}
      </RowLink>
    );
  return (
    <div className={ROW}>
      <Icon of={id} duo />
      <span>{t('identity')}</span>
      <span className={VALUE}>{tag}</span>
    </div>
  );
}

async function logOut(): Promise<void> {
  // The login ends in this browser whether or not the server was reached.
  await post('logout', {}, { quiet: true, announce: true, isLast: true }).catch(() => undefined);
  leaveTo('/');
}

function DemoFundsRow() {
  const t = useTranslations('membership.panel');
  const reading = useReading();
  return (
    <DemoFunds>
      {({ busy, submit }) => (
        <button type="button" className={ROW} aria-busy={busy || undefined} onClick={() => void submit()}>
          <Icon of={deposit} duo />
          <span>{t('demoFunds')}</span>
          <span className={VALUE}>
            {busy ? (
              <>
                <span className="spin" />
                {t('demoFundsBusy')}
              </>
            ) : (
              t('demoFundsHint', { amount: formatDecimal(DEMO_GIFT, reading) })
            )}
          </span>
        </button>
      )}
    </DemoFunds>
  );
}

function Preferences() {
  const t = useTranslations('membership.panel');
  const settings = useSettings();
  const theme = useTheme();
  return (
    <div className="border-t py-1.5">
      <button
        type="button"
        role="switch"
        aria-checked={theme === 'night'}
        className={ROW}
        onClick={() => setTheme(theme === 'night' ? 'day' : 'night')}
      >
        <Icon of={moon} duo />
        <span>{t('nightMode')}</span>
        <span className={VALUE}>
          <SwitchMark on={theme === 'night'} />
        </span>
      </button>
      <UpDownRow className={ROW} valueClassName={VALUE} />
      <SmallTradesRow className={ROW} valueClassName={VALUE} />
      <AppRow className={ROW} valueClassName={VALUE} />
      {settings.introduce_switch === 1 && <RowLink to="/introduction" icon={article} name={t('about')} />}
    </div>
  );
}

/** Everything a member can reach from the side panel (PRODUCT 3). */
export function PanelRows({ member }: { readonly member: Member | undefined }) {
  const t = useTranslations('membership.panel');
  const settings = useSettings();
  return (
    <>
      <nav aria-label={t('label')} className="border-t py-1.5">
        {settings.certification_switch === 1 && <IdentityRow status={member?.rzstatus} />}
        <RowLink to="/bindMentionAddress" icon={address} name={t('address')} />
        <RowLink to="/bank" icon={card} name={t('bank')} />
        <RowLink to="/security" icon={shield} name={t('security')}>
          {member && (
            <span className={member.have_pay === 1 ? '' : 'text-warn'}>
              {t(member.have_pay === 1 ? 'paymentPasswordSet' : 'paymentPasswordMissing')}
            </span>
          )}
        </RowLink>
        <RowLink to="/notify" icon={bell} name={t('notices')}>
          {member?.has_unread === 1 && (
            <>
              <span className="sr">{t('unread')}</span>
              <span className="size-2.25 rounded-full bg-water" />
            </>
          )}
        </RowLink>
        <RowLink to={`/invite?${new URLSearchParams({ code: member?.invit ?? '' })}`} icon={invite} name={t('invite')}>
          <span className="n truncate" title={member?.invit}>
            {member?.invit}
          </span>
        </RowLink>
        <DemoFundsRow />
      </nav>
      <Preferences />
      <div className="border-t py-1.5">
        <button type="button" className={`${ROW} text-danger`} onClick={() => void logOut()}>
          <Icon of={logout} flip />
          <span>{t('logOut')}</span>
        </button>
      </div>
    </>
  );
}
