import { SkeletonBlock, buttonClass, Empty, EndlessList, Tabs } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';
import { useSent } from './queries.ts';
import { SentCard } from './sent-card.tsx';

const TABS = [
  { value: '0', label: 'all' },
  { value: '1', label: 'transferring' },
  { value: '2', label: 'finished' },
  { value: '3', label: 'cancelled' },
] as const;

const Skeleton = () => (
  <div className="rows">
    {Array.from({ length: 4 }, (_, row) => (
      <div key={row} className="grid gap-3 px-4 py-3.5">
        <SkeletonBlock height={34} width={180 + ((row * 31) % 60)} />
        <SkeletonBlock height={80} />
        <SkeletonBlock height={16} width={150} />
      </div>
    ))}
  </div>
);

/** /transfer-list: what the member has sent to others, by status. */
export default function SentListScreen() {
  const t = useTranslations('transfers.list');
  const [status, setStatus] = useState<(typeof TABS)[number]['value']>('0');
  const pages = useSent(status);
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Tabs
        label={t('status')}
        options={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={status}
        onChange={setStatus}
        controls="sent"
      />
      <div id="sent" role="tabpanel">
        <EndlessList
          key={status}
          pages={pages}
          keyOf={({ id }) => id}
          label={t('title')}
          skeleton={<Skeleton />}
          empty={
            <Empty title={t(status === '0' ? 'none' : 'noneSo')} text={t('noneText')} className="pt-20">
              <Link to="/transfer" className={`${buttonClass('quiet')} mt-3`}>
                {t('send')}
              </Link>
            </Empty>
          }
        >
          {(transfer) => <SentCard transfer={transfer} />}
        </EndlessList>
      </div>
    </>
  );
}
