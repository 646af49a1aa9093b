import type { MemberDetail } from '@plimsoll/contract/operator';
import { HISTORY_DAYS } from '@plimsoll/contract/codes/times';
import { buttonClass, Figure, Icon, Tabs } from '@plimsoll/ui';
import { back } from '@plimsoll/ui/icons-shell';
import { useCanAccess } from 'ra-core';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Copyable, PanelHead, Moment, ResourceDetail, useNumberText } from '../../platform/resource/index.ts';
import { MemberAccess } from './member-access.tsx';
import { MemberBalances } from './member-balances.tsx';
import { MemberBills } from './member-bills.tsx';
import { ResetFactors } from './reset-factors.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberInvited } from './member-invited.tsx';
import { MemberLinks } from './member-links.tsx';
import { MemberProfile } from './member-profile.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberStanding } from './member-standing.tsx';
import { AccessState } from './states.tsx';

const LOOK_EVERY_MS = 10_000;
const TABS = ['balances', 'bills', 'history', 'invited', 'sessions'] as const;
type Tab = (typeof TABS)[number];

/** One member: profile beside balances and history. */
export function MemberPage({ id }: { readonly id: string }) {
  const t = useTranslations('console-members');
  return (
    <div className="grid grid-cols-1 content-start gap-4 p-4 wide:px-7 wide:py-5">
      <Link
        to="/members"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start font-medium text-water"
      >
        <Icon of={back} size={18} flip />
        {t('toAll')}
      </Link>
      <ResourceDetail<MemberDetail> resource="members" id={id} isMore pollMs={LOOK_EVERY_MS}>
        {(member) => <Whole member={member} />}
      </ResourceDetail>
    </div>
  );
}

function Whole({ member }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const numberText = useNumberText();
  const tabName = (of: Tab) => t(`tabs.${of}`, { days: numberText(HISTORY_DAYS) });
  const [address, setAddress] = useSearchParams();
  const tab = TABS.find((each) => each === address.get('tab')) ?? 'balances';
  const number = String(member.id);
  const show = (next: Tab) => setAddress(next === 'balances' ? {} : { tab: next }, { replace: true });
  return (
    <>
      <Head member={member} />
      <div className="grid grid-cols-1 gap-5 beside:grid-cols-[minmax(0,3fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <MemberProfile member={member} />
          <MemberStanding id={number} />
          <MemberLinks member={member} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <p className="text-24 font-semibold">
            <Figure value={member.all_price} places={8} />{' '}
            <span className="text-14 font-medium text-ink-3">{t('worth')}</span>
          </p>
          <Tabs<Tab>
            label={t('tabs.name')}
            className="px-0!"
            options={TABS.map((each) => ({ value: each, label: tabName(each) }))}
            value={tab}
            onChange={show}
            controls="member-tab"
          />
          <div id="member-tab" role="tabpanel" aria-label={tabName(tab)} className="min-w-0">
            {tab === 'balances' && <MemberBalances member={member} />}
            {tab === 'bills' && <MemberBills id={number} />}
            {tab === 'history' && <MemberHistory id={number} />}
            {tab === 'invited' && <MemberInvited id={number} />}
            {tab === 'sessions' && <MemberSessions id={number} stamp={member.sessions} />}
          </div>
        </div>
      </div>
    </>
  );
}

/** The name, and the actions on the account. */
function Head({ member }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const { canAccess: mayCorrect } = useCanAccess({ resource: 'corrections', action: 'create' });
  const number = String(member.id);
  return (
    <PanelHead
      over={
        <>
          <Copyable value={number} name={t('one', { id: number })}>
            {t('one', { id: number })}
          </Copyable>{' '}
          {t('since')} <Moment at={member.addtime} />
        </>
      }
      state={
        <span className="flex flex-wrap items-center gap-3">
          <AccessState frozen={member.frozen} />
          {mayCorrect && (
            <Link to={`/corrections/create?member=${number}`} className={buttonClass('line', 'small')}>
              {t('correct')}
            </Link>
          )}
          <ResetFactors member={member} />
          <MemberAccess member={member} />
        </span>
      }
    >
      <Copyable value={member.username} name={t('name')} />
    </PanelHead>
  );
}
