import { ESTABLISHED_AFTER_HOURS } from '@plimsoll/contract/codes/times';
import { Count } from '@plimsoll/ui';
import { QueueTile } from '@plimsoll/ui/console';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';
import { useOverview, type QueueName } from '../../platform/overview.ts';
import { mayDo } from '../../platform/rights.ts';
import { useNumberText, useWaitText } from '../../platform/resource/index.ts';
import { ReportState } from './report.tsx';

const QUEUES: readonly {
  readonly name: QueueName;
  readonly resource: string;
  readonly path: string;
  readonly isAlways: boolean;
}[] = [
  { name: 'recharges', resource: 'recharges', path: '/deposits', isAlways: true },
  { name: 'withdrawals', resource: 'withdrawals', path: '/withdrawals', isAlways: true },
  { name: 'identities', resource: 'identities', path: '/identities', isAlways: true },
  { name: 'loans', resource: 'loans', path: '/loans', isAlways: true },
  { name: 'proposals', resource: 'proposals', path: '/proposals', isAlways: false },
  { name: 'corrections', resource: 'corrections', path: '/corrections', isAlways: false },
  { name: 'house_postings', resource: 'house-postings', path: '/house-postings', isAlways: false },
];

/** The queues: their length and longest wait. */
export function Queues() {
  const t = useTranslations('console');
  const { data, error, refetch } = useOverview();
  const waitText = useWaitText();
  const numberText = useNumberText();
  const operator = useOperator();
  if (!data || !operator) return <ReportState error={error} onRetry={() => void refetch()} />;
  const shown = QUEUES.filter(({ name, isAlways }) => isAlways || data.queues[name].waiting > 0);
  const isAlone = operator.isDemo && data.owners.enabled < 2;
  return (
    <>
      {(isAlone || data.owners.established < 2) && (
        <p role="status" className="rounded-md bg-raised px-4 py-3 text-13 text-ink-2">
          {t(isAlone ? 'overview.aloneOwner' : 'overview.fewEstablished', {
            hours: numberText(ESTABLISHED_AFTER_HOURS),
          })}
        </p>
      )}
      <nav aria-label={t('groups.review')} className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
        {shown.map(({ name, resource, path }) => {
          const { waiting, oldest, second, duplicates } = data.queues[name];
          const tile = (
            <QueueTile
              name={t(`overview.queues.${name}`)}
              aside={oldest !== null && t('overview.oldest', { time: waitText(oldest) })}
              figure={<Count value={waiting} />}
              note={
                waiting === 0 && (name !== 'loans' || data.queues.loans.overdue === 0) ? (
                  t('overview.none')
                ) : second > 0 ? (
                  <span className="text-warn">{t('overview.second', { count: second })}</span>
                ) : name === 'loans' ? (
                  <span className={data.queues.loans.overdue > 0 ? 'text-warn' : ''}>
                    {t('overview.overdue', { count: data.queues.loans.overdue })}
                  </span>
                ) : name === 'recharges' ? (
                  <span className={duplicates > 0 ? 'text-warn' : ''}>
                    {t('overview.duplicates', { count: duplicates })}
                  </span>
                ) : null
              }
            />
          );
          return mayDo(operator.role, resource, 'list') ? (
            <Link key={name} to={path} className="rounded-lg">
              {tile}
            </Link>
          ) : (
            <div key={name}>{tile}</div>
          );
        })}
      </nav>
    </>
  );
}
