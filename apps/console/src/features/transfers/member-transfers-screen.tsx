import type { MemberTransferForOperator } from '@plimsoll/contract/operator';
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
import { TransferPages } from './transfer-pages.tsx';

const STATES = {
  1: ['wait', clock, 'transfers.onTheWay'],
  2: ['ok', check, 'transfers.arrived'],
  3: ['plain', close, 'transfers.cancelled'],
} as const;

function TransferState({ status }: Pick<MemberTransferForOperator, 'status'>) {
  const t = useTranslations('console-look');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}

/** Transfers between members, read-only. */
export default function MemberTransfersScreen() {
  const t = useTranslations('console-look');
  const columns = useMemo(
    (): readonly Column<MemberTransferForOperator>[] => [
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
      { id: 'from', header: t('from'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'to', spare: true, header: t('to'), cell: ({ to_username }) => <MemberName name={to_username} /> },
      { id: 'amount', header: t('amount'), end: true, cell: ({ amount }) => <Figure value={amount} places={8} /> },
      { id: 'coin', header: t('coin'), cell: ({ coin }) => <span className="text-ink-3">{coin}</span> },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <TransferState status={status} /> },
    ],
    [t],
  );
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <>
      <TransferPages />
      <ResourceScreen<MemberTransferForOperator>
        resource="member-transfers"
        path="member-transfers"
        label={t('transfers.others')}
        empty={t('transfers.empty')}
        columns={columns}
        statuses={[
          { value: '', label: t('all') },
          { value: '1', label: t('transfers.onTheWay'), isCounted: true },
          { value: '2', label: t('transfers.arrived') },
          { value: '3', label: t('transfers.cancelled') },
        ]}
        pins={pins}
        search={t('search')}
        detail={(id) => (
          <ResourceDetail<MemberTransferForOperator> resource="member-transfers" id={id}>
            {(transfer) => <Detail transfer={transfer} />}
          </ResourceDetail>
        )}
      />
    </>
  );
}

const KINDS = ['member-transfer', 'member-transfer-hold', 'member-transfer-arrival', 'member-transfer-cancel'] as const;

function Detail({ transfer }: { readonly transfer: MemberTransferForOperator }) {
  const t = useTranslations('console-look');
  const { coin, id } = transfer;
  const causes = useMemo(() => KINDS.map((kind) => ({ kind, cause: String(id) })), [id]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={transfer.order_num} name={t('transfers.one', { id: transfer.order_num })}>
              {t('transfers.one', { id: transfer.order_num })}
            </Copyable>{' '}
            <Moment at={transfer.addtime} />
          </>
        }
        state={<TransferState status={transfer.status} />}
      >
        <Figure value={transfer.amount} dim={false} /> <span className="text-15 font-medium text-ink-3">{coin}</span>
      </PanelHead>
      <Pane>
        <Facts
          columns={2}
          items={[
            { term: t('from'), value: <MemberLink id={transfer.member_id}>{transfer.username}</MemberLink> },
            { term: t('to'), value: <MemberLink id={transfer.to_member_id}>{transfer.to_username}</MemberLink> },
            { term: t('transfers.fee'), value: <Exact value={transfer.sxf} unit={coin} /> },
            { term: t('transfers.arrives'), value: <Exact value={transfer.arrival_amount} unit={coin} /> },
            { term: t('transfers.rate'), value: <Figure value={transfer.internal_transfer_sxf} /> },
            { term: t('transfers.arrival'), value: <Moment at={transfer.arrival_time} /> },
            { term: t('transfers.days'), value: <span className="n">{transfer.internal_transfer_days}</span> },
            {
              term: t('changed'),
              value: transfer.updatetime === null ? t('never') : <Moment at={transfer.updatetime} />,
            },
          ]}
        />
      </Pane>
      <JournalsOf causes={causes} stamp={String(transfer.status)} />
    </div>
  );
}
