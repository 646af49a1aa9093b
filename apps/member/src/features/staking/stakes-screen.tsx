import { SkeletonBlock, buttonClass, Empty, EndlessList, Tabs } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';
import { useStakes, type StakeFilter } from './queries.ts';
import { StakeCard } from './stake-card.tsx';

const TABS = [
  { value: '', label: 'all' },
  { value: '0', label: 'active' },
  { value: '1', label: 'ended' },
  { value: '2', label: 'redeemed' },
] as const;

const Skeleton = () => (
  <div className="grid gap-3 px-4">
    {Array.from({ length: 3 }, (_, row) => (
      <SkeletonBlock key={row} height={210} />
    ))}
  </div>
);

/** /staking-list: the member's stakes by status. */
export default function StakesScreen() {
  const t = useTranslations('staking.list');
  const [status, setStatus] = useState<StakeFilter>('');
  const pages = useStakes(status);
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Tabs
        label={t('status')}
        options={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={status}
        onChange={setStatus}
        controls="stakes"
      />
      <div
        id="stakes"
        role="tabpanel"
        className="pt-4 [&_.rows]:grid [&_.rows]:gap-3 [&_.rows]:px-4 [&_.rows>li]:border-0"
      >
        <EndlessList
          key={status}
          pages={pages}
          keyOf={({ id }) => id}
          label={t('title')}
          skeleton={<Skeleton />}
          empty={
            <Empty title={t(status === '' ? 'none' : 'noneSo')} text={t('noneText')} className="pt-16">
              <Link to="/staking" className={`${buttonClass('quiet')} mt-3`}>
                {t('stake')}
              </Link>
            </Empty>
          }
        >
          {(stake) => <StakeCard stake={stake} />}
        </EndlessList>
      </div>
    </>
  );
}
