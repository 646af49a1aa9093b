import { formatDecimal } from '@plimsoll/i18n';
import type { RechargeForOperator } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { format } from '@plimsoll/money';
import { AddressText, Field, Figure, Note, Unit, useReading } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { warn } from '@plimsoll/ui/icons-shell';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  DecisionButtons,
  DecisionOrOutcome,
  Fact,
  MemberLink,
  PanelHead,
  useAct,
  useAmountText,
  useMomentText,
} from '../../platform/resource/index.ts';
import { differsFrom, typedAmount } from './amounts.ts';
import { depositNumber } from './numbers.ts';
import { Outcome, StateTag, useOthersDecisions } from './parts.tsx';
import { Proof } from './proof.tsx';

/** One deposit: proof, claim and decision. */
export function DepositPanel({ record }: { readonly record: RechargeForOperator }) {
  const t = useTranslations('console-review');
  const { canAccess } = useCanAccess({ resource: 'recharges', action: 'approve' });
  const momentText = useMomentText();
  useOthersDecisions(record);
  return (
    <div className="grid gap-4">
      <PanelHead
        over={t('requested', { number: depositNumber(record.id), at: momentText(record.addtime) })}
        state={<StateTag status={record.status} />}
      >
        <Figure value={record.num} dim={false} />{' '}
        <span className="text-15 font-medium text-ink-3">{record.coinName}</span>
      </PanelHead>
      {record.duplicate_of.length > 0 && <SeenBefore ids={record.duplicate_of} />}
      <div className="grid gap-4 @min-[30rem]:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <Proof src={record.payimg} number={depositNumber(record.id)} />
        <Pane title={t('deposits.claim')} className="self-start">
          <dl className="grid gap-3 text-13">
            <Fact term={t('deposits.claimed')}>
              <span className="text-17 font-semibold">
                <Figure value={record.claimed} dim={false} />
              </span>{' '}
              {record.coinName}
            </Fact>
            <Fact term={t('member')}>
              <MemberLink id={record.member_id}>{record.username}</MemberLink>
            </Fact>
            <Fact term={t('network')}>{record.coin_net}</Fact>
            <Fact term={t('deposits.paidTo')}>
              <AddressText address={record.address} />
            </Fact>
          </dl>
        </Pane>
      </div>
      <DecisionOrOutcome
        isOpen={record.status === RECORD_STATUS.pending}
        mayDecide={canAccess}
        roleTooLow={t('roleTooLow')}
        decision={<Decide key={record.id} record={record} />}
        outcome={<Outcome record={record} />}
      />
    </div>
  );
}

/** Other deposits with the same image. */
function SeenBefore({ ids }: { readonly ids: readonly number[] }) {
  const t = useTranslations('console-review');
  return (
    <Note kind="warn" icon={warn}>
      {t.rich('deposits.seen', {
        numbers: () =>
          ids.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/deposits/${id}`} className="n font-medium text-water underline">
                {depositNumber(id)}
              </Link>
            </span>
          )),
      })}
    </Note>
  );
}

/** State of the decision: the received amount and the remark. */
function useDepositDecision(record: RechargeForOperator) {
  const t = useTranslations('console-review');
  const c = useTranslations('console');
  const notify = useNotify();
  const { language } = useReading();
  const [remark, setRemark] = useState('');
  const [typed, setTyped] = useState(formatDecimal(record.claimed, { language, ungrouped: true }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const number = depositNumber(record.id);
  const received = typedAmount(typed);
  const difference = received === undefined ? undefined : differsFrom(record.claimed, received);
  const act = useAct({
    // Above the claim, or over the threshold, a second operator has to approve.
    onDone: ({ data, isDone }) =>
      notify(
        isDone
          ? t(data['status'] === RECORD_STATUS.refused ? 'deposits.rejected' : 'deposits.credited', { number })
          : c('form.proposed'),
        { type: 'success' },
      ),
    onField: (field, words) => setErrors({ [field]: words }),
  });
  const change = (set: (value: string) => void) => (event: { readonly target: { readonly value: string } }) => {
    set(event.target.value);
    setErrors({});
  };
  return {
    remark,
    typed,
    received,
    difference,
    errors,
    pending: act.isPending ? act.variables.action : undefined,
    onRemark: change(setRemark),
    onTyped: change(setTyped),
    decide: (action: 'approve' | 'reject') => {
      setErrors({});
      if (action === 'approve' && received === undefined) return setErrors({ amount: t('deposits.badAmount') });
      const amount = action === 'approve' && received !== undefined && difference ? { amount: format(received) } : {};
      return act.mutate({ resource: 'recharges', id: record.id, action, body: { remark: remark.trim(), ...amount } });
    },
  };
}

/** Credits the received amount, or refuses with a remark. */
function Decide({ record }: { readonly record: RechargeForOperator }) {
  const t = useTranslations('console-review');
  const amountText = useAmountText();
  const { remark, typed, received, difference, errors, pending, onRemark, onTyped, decide } =
    useDepositDecision(record);
  const approve =
    received === undefined
      ? t('deposits.approveBare')
      : t('deposits.approve', { amount: amountText(format(received)), coin: record.coinName });
  return (
    <div className="grid gap-4">
      <Field
        label={t('deposits.received')}
        aside={
          difference && t(`deposits.${difference.way}`, { amount: amountText(difference.by), coin: record.coinName })
        }
        help={t('deposits.receivedHelp')}
        error={errors['amount']}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={typed}
        end={<Unit>{record.coinName}</Unit>}
        onChange={onTyped}
      />
      <Field
        label={t('remark')}
        aside={t('remarkAside')}
        placeholder={t('why')}
        dir="auto"
        maxLength={255}
        value={remark}
        error={errors['remark']}
        onChange={onRemark}
      />
      <DecisionButtons words={{ approve, refuse: t('refuse'), busy: t('busy') }} pending={pending} onDecide={decide} />
    </div>
  );
}
