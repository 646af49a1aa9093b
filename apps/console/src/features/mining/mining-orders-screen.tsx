import type { MiningOrderForOperator } from '@plimsoll/contract/operator';
import { Facts, Figure, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check, clock } from '@plimsoll/ui/icons-shell';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  Copyable,
  PanelHead,
  Exact,
  MemberLink,
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  type Column,
  type Pin,
} from '../../platform/resource/index.ts';
import { JournalsOf } from '../ledger/index.ts';

const STATES = { 0: ['wait', clock, 'mining.running'], 1: ['ok', check, 'mining.ended'] } as const;

function OrderState({ status }: Pick<MiningOrderForOperator, 'status'>) {
  const t = useTranslations('console-earning');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}

/** Lock mining orders, read-only. */
export default function MiningOrdersScreen() {
  const t = useTranslations('console-earning');
  const columns = useMemo(
    (): readonly Column<MiningOrderForOperator>[] => [
      { id: 'id', header: t('number'), cell: ({ order_num }) => <span className="n">{order_num}</span> },
      {
        id: 'at',
        spare: true,
        header: t('placed'),
        cell: ({ start_time }) => (
          <span className="text-ink-2">
            <Moment at={start_time} />
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'product', spare: true, header: t('mining.product'), cell: ({ title }) => <bdi>{title}</bdi> },
      { id: 'amount', header: t('amount'), end: true, cell: ({ amount }) => <Figure value={amount} places={8} /> },
      { id: 'coin', header: t('coin'), cell: ({ coin }) => <span className="text-ink-3">{coin}</span> },
      {
        id: 'days',
        spare: true,
        header: t('mining.daysPaid'),
        end: true,
        cell: ({ paid_days, days }) => (
          <span className="n">
            {paid_days} / {days}
          </span>
        ),
      },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <OrderState status={status} /> },
    ],
    [t],
  );
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <ResourceScreen<MiningOrderForOperator>
      resource="mining-orders"
      path="mining-orders"
      label={t('mining.label')}
      empty={t('mining.empty')}
      columns={columns}
      statuses={[
        { value: '', label: t('all') },
        { value: '0', label: t('mining.running'), isCounted: true },
        { value: '1', label: t('mining.ended') },
      ]}
      pins={pins}
      search={t('search')}
      detail={(id) => (
        <ResourceDetail<MiningOrderForOperator> resource="mining-orders" id={id}>
          {(order) => <Detail order={order} />}
        </ResourceDetail>
      )}
    />
  );
}

function Detail({ order }: { readonly order: MiningOrderForOperator }) {
  const t = useTranslations('console-earning');
  const { id, coin, order_num, runs } = order;
  const causes = useMemo(
    () => [
      ...(['mining-open', 'mining-end'] as const).map((kind) => ({ kind, cause: String(id) })),
      ...runs.map((run) => ({ kind: 'mining-payment' as const, cause: String(run) })),
    ],
    [id, runs],
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={order_num} name={t('mining.one', { id: order_num })}>
              {t('mining.one', { id: order_num })}
            </Copyable>{' '}
            <Moment at={order.start_time} />
          </>
        }
        state={<OrderState status={order.status} />}
      >
        <Figure value={order.amount} dim={false} /> <span className="text-15 font-medium text-ink-3">{coin}</span>
      </PanelHead>
      <Pane>
        <Facts
          columns={2}
          items={[
            { term: t('member'), value: <MemberLink id={order.member_id}>{order.username}</MemberLink> },
            { term: t('mining.product'), value: <bdi>{order.title}</bdi> },
            {
              term: t('mining.rate'),
              value: (
                <>
                  <Figure value={order.interest_rate} />%
                </>
              ),
            },
            {
              term: t('mining.daysPaid'),
              value: (
                <span className="n">
                  {order.paid_days} / {order.days}
                </span>
              ),
            },
            { term: t('promised'), value: <Exact value={order.estimated_revenue} unit={coin} /> },
            { term: t('paid'), value: <Exact value={order.total_revenue} unit={coin} /> },
            { term: t('ends'), value: <Moment at={order.end_time} /> },
            { term: t('ended'), value: order.updatetime === null ? t('never') : <Moment at={order.updatetime} /> },
          ]}
        />
        <p className="mt-3 text-13 text-ink-3">{t('mining.fixed')}</p>
      </Pane>
      <JournalsOf causes={causes} stamp={`${order.status} ${order.paid_days}`} />
    </div>
  );
}
