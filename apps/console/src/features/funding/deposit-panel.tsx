import { formatDecimal } from '@plimsoll/i18n';
import type { RechargeForOperator } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { format } from '@plimsoll/money';
import { AddressText, Button, Field, Figure, Note, Unit, useReading } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { warn } from '@plimsoll/ui/icons-shell';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Fact, MemberLink, useAct, useAmountText, useMomentText } from '../../platform/resource/index.ts';
import { differsFrom, typedAmount } from './amounts.ts';
import { depositNumber } from './numbers.ts';
import { Outcome, StateTag, useToldOfOthers } from './parts.tsx';
import { Proof } from './proof.tsx';

/** One deposit: its proof beside what is claimed, and the decision. */
export function DepositPanel({ record }: { readonly record: RechargeForOperator }) {
  const t = useTranslations('console-review');
  const { canAccess } = useCanAccess({ resource: 'recharges', action: 'approve' });
  const momentText = useMomentText();
  useToldOfOthers(record);
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <p className="text-13 text-ink-3">
            {t('requested', { number: depositNumber(record.id), at: momentText(record.addtime) })}
          </p>
          <p className="lead mt-1 font-semibold">
            <Figure value={record.num} dim={false} />{' '}
            <span className="text-15 font-medium text-ink-3">{record.coinName}</span>
          </p>
        </div>
        <StateTag status={record.status} />
      </header>
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
      {record.status === RECORD_STATUS.pending ? (
        canAccess ? (
          <Decision key={record.id} record={record} />
        ) : (
          <p className="text-13 text-ink-2">{t('roleTooLow')}</p>
        )
      ) : (
        <Outcome record={record} />
      )}
    </div>
  );
}

/** The same image came before: with what. */
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

/** Credits what really arrived, or refuses with a remark. */
function Decision({ record }: { readonly record: RechargeForOperator }) {
  const t = useTranslations('console-review');
  const c = useTranslations('console');
  const notify = useNotify();
  const { language } = useReading();
  const amountText = useAmountText();
  const [remark, setRemark] = useState('');
  const [typed, setTyped] = useState(formatDecimal(record.claimed, { language, ungrouped: true }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const number = depositNumber(record.id);
  const received = typedAmount(typed);
  const difference = received === undefined ? undefined : differsFrom(record.claimed, received);
  const act = useAct({
    // Above the claim, or over the threshold, another operator has to approve as well.
    onDone: ({ data, isDone }) =>
      notify(
        isDone ? t(data['status'] === 3 ? 'deposits.rejected' : 'deposits.credited', { number }) : c('form.proposed'),
        { type: 'success' },
      ),
    onField: (field, words) => setErrors({ [field]: words }),
  });
  const decide = (action: 'approve' | 'reject') => {
    setErrors({});
    if (action === 'approve' && received === undefined) return setErrors({ amount: t('deposits.badAmount') });
    const amount = action === 'approve' && received !== undefined && difference ? { amount: format(received) } : {};
    return act.mutate({ resource: 'recharges', id: record.id, action, body: { remark: remark.trim(), ...amount } });
  };
  const isBusy = (action: string) => act.isPending && act.variables.action === action;
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
        onChange={(event) => {
          setTyped(event.target.value);
          setErrors({});
        }}
      />
      <Field
        label={t('remark')}
        aside={t('remarkAside')}
        placeholder={t('why')}
        dir="auto"
        maxLength={255}
        value={remark}
        error={errors['remark']}
        onChange={(event) => {
          setRemark(event.target.value);
          setErrors({});
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="line"
          className="flex-1"
          busy={isBusy('reject')}
          busyText={t('busy')}
          disabled={isBusy('approve')}
          onClick={() => decide('reject')}
        >
          {t('refuse')}
        </Button>
        <Button
          className="flex-[1.4]"
          busy={isBusy('approve')}
          busyText={t('busy')}
          disabled={isBusy('reject')}
          onClick={() => decide('approve')}
        >
          {received === undefined
            ? t('deposits.approveBare')
            : t('deposits.approve', { amount: amountText(format(received)), coin: record.coinName })}
        </Button>
      </div>
    </div>
  );
}
