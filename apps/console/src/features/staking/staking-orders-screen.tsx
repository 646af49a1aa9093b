import type { StakeForOperator } from '@plimsoll/contract/operator';
import { STAKE_STATUS } from '@plimsoll/contract/codes/staking';
import { Facts, Figure, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
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

const STATES = {
  0: ['wait', clock, 'staking.active'],
  1: ['ok', check, 'staking.ended'],
  2: ['plain', close, 'staking.redeemed'],
} as const;
const TYPES = { 1: 'staking.flexible', 2: 'staking.fixed' } as const;

function StakeState({ status }: Pick<StakeForOperator, 'status'>) {
  const t = useTranslations('console-earning');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}

/** Staking orders, read-only. */
export default function StakingOrdersScreen() {
  const t = useTranslations('console-earning');
  const columns = useMemo(
    (): readonly Column<StakeForOperator>[] => [
      { id: 'id', header: t('number'), cell: ({ order_num }) => <span className="n">{order_num}</span> },
      {
        id: 'at',
        spare: true,
        header: t('placed'),
        cell: ({ addtime }) => (
          <span className="text-ink-2">
            <Moment at={addtime} />
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'amount', header: t('amount'), end: true, cell: ({ amount }) => <Figure value={amount} places={8} /> },
      { id: 'coin', header: t('coin'), cell: ({ coin }) => <span className="text-ink-3">{coin}</span> },
      {
        id: 'days',
        spare: true,
        header: t('staking.days'),
        end: true,
        cell: ({ days }) => <span className="n">{days}</span>,
      },
      { id: 'type', spare: true, header: t('staking.type'), cell: ({ type }) => t(TYPES[type]) },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <StakeState status={status} /> },
    ],
    [t],
  );
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <ResourceScreen<StakeForOperator>
      resource="staking-orders"
      path="staking-orders"
      label={t('staking.label')}
      empty={t('staking.empty')}
      columns={columns}
      statuses={[
        { value: '', label: t('all') },
        { value: '0', label: t('staking.active'), isCounted: true },
        { value: '1', label: t('staking.ended') },
        { value: '2', label: t('staking.redeemed') },
      ]}
      pins={pins}
      search={t('search')}
      detail={(id) => (
        <ResourceDetail<StakeForOperator> resource="staking-orders" id={id}>
          {(stake) => <Detail stake={stake} />}
        </ResourceDetail>
      )}
    />
  );
}

const KINDS = ['stake-open', 'stake-end', 'stake-redeem'] as const;

function Detail({ stake }: { readonly stake: StakeForOperator }) {
  const t = useTranslations('console-earning');
  const { id, coin, order_num } = stake;
  const causes = useMemo(() => KINDS.map((kind) => ({ kind, cause: String(id) })), [id]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={order_num} name={t('staking.one', { id: order_num })}>
              {t('staking.one', { id: order_num })}
            </Copyable>{' '}
            <Moment at={stake.addtime} />
          </>
        }
        state={<StakeState status={stake.status} />}
      >
        <Figure value={stake.amount} dim={false} /> <span className="text-15 font-medium text-ink-3">{coin}</span>
      </PanelHead>
      <Pane>
        <Facts
          columns={2}
          items={[
            { term: t('member'), value: <MemberLink id={stake.member_id}>{stake.username}</MemberLink> },
            { term: t('staking.type'), value: t(TYPES[stake.type]) },
            {
              term: t('staking.rate'),
              value: (
                <>
                  <Figure value={stake.interest_rate} />%
                </>
              ),
            },
            { term: t('staking.days'), value: <span className="n">{stake.days}</span> },
            {
              term: stake.status === STAKE_STATUS.active ? t('promised') : t('paid'),
              value: <Exact value={stake.total_revenue} unit={coin} />,
            },
            { term: t('staking.accrued'), value: <Exact value={stake.accrued} unit={coin} /> },
            { term: t('ends'), value: <Moment at={stake.end_time} /> },
            { term: t('ended'), value: stake.updatetime === null ? t('never') : <Moment at={stake.updatetime} /> },
          ]}
        />
        <p className="mt-3 text-13 text-ink-3">{t('staking.text')}</p>
      </Pane>
      <JournalsOf causes={causes} stamp={String(stake.status)} />
    </div>
  );
}
