import type { OptionOrderForOperator } from '@plimsoll/contract/operator';
import { DIRECTION } from '@plimsoll/contract/codes/options';
import { Figure } from '@plimsoll/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useMarketChoices } from '../../platform/markets.ts';
import {
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  type Column,
  type Pin,
} from '../../platform/resource/index.ts';
import { OptionOrderDetail } from './option-order-detail.tsx';
import { OptionState } from './option-state.tsx';

function useColumns() {
  const t = useTranslations('console-look');
  return useMemo(
    (): readonly Column<OptionOrderForOperator>[] => [
      { id: 'id', header: t('number'), cell: ({ id }) => <span className="n">{id}</span> },
      {
        id: 'at',
        spare: true,
        header: t('placed'),
        cell: ({ buytime }) => (
          <span className="text-ink-2">
            <Moment at={buytime} />
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'market', header: t('market'), cell: ({ coinname }) => <bdi dir="ltr">{coinname}</bdi> },
      {
        id: 'direction',
        header: t('options.direction'),
        cell: ({ hyzd, hyzd_text, time }) => (
          <span className={hyzd === DIRECTION.up ? 'text-up' : 'text-dn'}>
            {hyzd_text}, {t('options.seconds', { seconds: time })}
          </span>
        ),
      },
      {
        id: 'stake',
        spare: true,
        header: t('options.stake'),
        end: true,
        cell: ({ num }) => <Figure value={num} places={8} />,
      },
      {
        id: 'result',
        spare: true,
        header: t('options.result'),
        end: true,
        cell: ({ ploss }) =>
          ploss === null ? <span className="text-ink-3">{t('none')}</span> : <Figure value={ploss} places={8} signed />,
      },
      { id: 'state', header: t('state'), end: true, cell: ({ outcome }) => <OptionState outcome={outcome} /> },
    ],
    [t],
  );
}

/** Options of all members, read-only. */
export default function OptionOrdersScreen() {
  const t = useTranslations('console-look');
  const markets = useMarketChoices();
  const columns = useColumns();
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <ResourceScreen<OptionOrderForOperator>
      resource="option-orders"
      path="option-orders"
      label={t('options.label')}
      empty={t('options.empty')}
      columns={columns}
      statuses={[
        { value: '', label: t('all') },
        { value: '1', label: t('options.open'), isCounted: true },
        { value: '2', label: t('options.settled') },
      ]}
      filters={[{ name: 'm_id', label: t('market'), options: markets }]}
      pins={pins}
      search={t('search')}
      detail={(id) => (
        <ResourceDetail<OptionOrderForOperator> resource="option-orders" id={id}>
          {(order) => <OptionOrderDetail order={order} />}
        </ResourceDetail>
      )}
    />
  );
}
