import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { AddressText, Figure, Summary } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { useCanAccess } from 'ra-core';
import { useTranslations } from 'use-intl';
import { Decision, DecisionOrOutcome, PanelHead, useAmountText, useMomentText } from '../../platform/resource/index.ts';
import { useAccountWords } from '../ledger/index.ts';
import { ApprovalCards } from './approval-cards.tsx';
import { Checks } from './checks.tsx';
import { approvalsOf } from './four-eyes.ts';
import { withdrawalNumber } from './numbers.ts';
import { useOperator } from '../../platform/use-operator.ts';
import { Outcome, StateTag, useOthersDecisions } from './parts.tsx';

/** One withdrawal: its checks, approvals and decision. */
export function WithdrawalPanel({ record }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  const me = useOperator();
  const momentText = useMomentText();
  const { canAccess } = useCanAccess({ resource: 'withdrawals', action: 'approve' });
  useOthersDecisions(record);
  const mayApprove = canAccess === true;
  const approvals = approvalsOf(
    { needed: record.approvals_needed, given: record.approvals, isOpen: record.status === RECORD_STATUS.pending },
    { id: Number(me?.id ?? 0), mayApprove },
  );
  const isHalf = record.status === RECORD_STATUS.pending && record.approvals.length > 0;
  return (
    <div className="grid gap-4">
      <PanelHead
        over={t('requested', { number: withdrawalNumber(record.id), at: momentText(record.addtime) })}
        state={isHalf ? <StateTag status={1} words={t('withdrawals.second')} /> : <StateTag status={record.status} />}
      >
        <Figure value={record.mum} dim={false} />{' '}
        <span className="text-15 font-medium text-ink-3">{record.coinName}</span>
      </PanelHead>
      <ApprovalCards approvals={approvals} record={record} />
      <Destination record={record} />
      <div className="grid gap-3 @min-[30rem]:grid-cols-2">
        <Pane className="sums px-4.5! py-2.5!">
          <Summary
            rows={[
              { term: t('withdrawals.leaves'), value: <Figure value={record.mum} places={8} /> },
              { term: t('withdrawals.fee'), value: <Figure value={record.fee} places={8} /> },
              { term: t('withdrawals.outside'), value: <Figure value={record.net} places={8} />, total: true },
            ]}
          />
        </Pane>
        <Pane className="py-3.5!">
          <Checks record={record} />
        </Pane>
      </div>
      <Posting record={record} />
      <DecisionOrOutcome
        isOpen={record.status === RECORD_STATUS.pending}
        mayDecide={mayApprove}
        roleTooLow={t('roleTooLow')}
        decision={<Decide record={record} isYours={approvals.some(({ is }) => is === 'yours')} />}
        outcome={<Outcome record={record} />}
      />
    </div>
  );
}

/** The destination: an address and its network, or a bank card. */
function Destination({ record }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  return (
    <Pane className="py-3.5!">
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        <span>
          {record.withdraw_type === WITHDRAW_TYPE.bank
            ? t('withdrawals.toBank', { bank: record.bank_name })
            : t('withdrawals.to', { network: record.coin_net })}
        </span>
        <Bound record={record} />
      </p>
      <div className="mt-1">
        <AddressText address={record.address} />
      </div>
      {record.card_name !== '' && (
        <p className="mt-1 text-13">
          <span className="text-ink-3">{t('withdrawals.holder')}: </span>
          <bdi>{record.card_name}</bdi>
        </p>
      )}
    </Pane>
  );
}

function Bound({ record: { bound_at: at, used } }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  const momentText = useMomentText();
  return <span>{t('withdrawals.bound', { at: momentText(at, 'date'), count: used })}</span>;
}

/** The journal that the approval posts or has posted. */
function Posting({ record }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  const { house } = useAccountWords();
  const from = t('withdrawals.hold', { number: withdrawalNumber(record.id), name: record.username });
  const legs = (
    [
      { into: 'outside', amount: record.net },
      { into: 'fees', amount: record.fee },
    ] as const
  ).filter(({ amount }) => /[1-9]/.test(amount));
  if (record.status > 2) return null;
  return (
    <Pane className="py-3.5!">
      <p className="text-12 text-ink-3">
        {t(record.status === RECORD_STATUS.pending ? 'withdrawals.posting' : 'withdrawals.posted')}
      </p>
      <TableScroll label={t('withdrawals.posting')}>
        <DenseTable className="mt-1">
          <thead>
            <tr>
              <th scope="col">{t('withdrawals.from')}</th>
              <th scope="col">{t('withdrawals.into')}</th>
              <th scope="col" className="r">
                {record.coinName}
              </th>
            </tr>
          </thead>
          <tbody>
            {legs.map(({ into, amount }) => (
              <tr key={into}>
                <td className="wrap">{from}</td>
                <td>{house(into)}</td>
                <td className="r">
                  <Figure value={amount} places={8} />
                </td>
              </tr>
            ))}
          </tbody>
        </DenseTable>
      </TableScroll>
    </Pane>
  );
}

/** Refuses with a remark, or approves. */
function Decide({ record, isYours }: { readonly record: WithdrawalForOperator; readonly isYours: boolean }) {
  const t = useTranslations('console-review');
  const amountText = useAmountText();
  const number = withdrawalNumber(record.id);
  const isLast = record.approvals.length + 1 >= record.approvals_needed;
  const approve = isLast ? t('withdrawals.approve', { amount: amountText(record.net) }) : t('withdrawals.approveFirst');
  const keyOf = (status: unknown, isDone: boolean) =>
    isDone ? (status === RECORD_STATUS.refused ? 'withdrawals.rejected' : 'withdrawals.sent') : 'withdrawals.half';
  return (
    <Decision
      resource="withdrawals"
      id={record.id}
      words={{
        remark: t('remark'),
        remarkAside: t('remarkAside'),
        why: t('why'),
        approve: isYours ? approve : t('withdrawals.others'),
        refuse: t('refuse'),
        busy: t('busy'),
      }}
      isRefusalOnly={!isYours}
      doneText={({ status }, isDone) => t(keyOf(status, isDone), { number })}
    />
  );
}
