import type { CoinItem } from '@plimsoll/contract/operator';
import { readDecimal } from '@plimsoll/i18n';
import { format, parseAmount } from '@plimsoll/money';
import { Button, Field, Seg, SubmitButton, Unit } from '@plimsoll/ui';
import { ChoiceField, LongField, Pane } from '@plimsoll/ui/console';
import { useQueryClient } from '@tanstack/react-query';
import { useCanAccess, useGetList, useNotify, type RaRecord } from 'ra-core';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useAmountText } from '../../platform/resource/index.ts';
import { useFormErrors } from '../../platform/use-form-errors.ts';
import { useIsHere } from '../../platform/use-is-here.ts';

const ALL_COINS = { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

interface ProposalFormProps {
  readonly resource: 'corrections' | 'house-postings';
  readonly title: string;
  /** The fields of the account. `errors` by the wire's names. */
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** The account as it is sent; undefined while it is incomplete. */
  readonly target: Readonly<Record<string, unknown>> | undefined;
  /** Errors of an incomplete account, by field. */
  readonly lacking: Readonly<Record<string, string>>;
  readonly coin?: string;
  /** A sentence about the effect of an amount. */
  readonly effect: (isTaken: boolean, amount: string) => string | undefined;
}

/** The amount that was typed, in wire form; undefined for none or zero. */
function typed(text: string): string | undefined {
  const read = parseAmount(readDecimal(text) ?? '');
  return read === null || read === 0n ? undefined : format(read);
}

/** State and submit of the form. */
function useProposal({ resource, target, lacking, coin: first = '' }: ProposalFormProps) {
  const t = useTranslations('console-house');
  const notify = useNotify();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const queries = useQueryClient();
  const { errors, setErrors, showRefusal } = useFormErrors();
  const { data: coins = [] } = useGetList<CoinItem>('coins', ALL_COINS);
  const [way, setWay] = useState<'add' | 'take'>('add');
  const [chosen, setChosen] = useState(first);
  const [text, setText] = useState('');
  const [remark, setRemark] = useState('');
  const [isBusy, setBusy] = useState(false);
  const coin = coins.find(({ id }) => String(id) === chosen) ?? coins[0];
  const amount = typed(text);
  const change = (set: (value: string) => void) => (event: { readonly target: { readonly value: string } }) => {
    set(event.target.value);
    setErrors({});
  };
  const missing = {
    ...lacking,
    ...(amount === undefined ? { amount: t('badAmount') } : {}),
    ...(remark.trim() === '' ? { remark: t('remarkNeeded') } : {}),
  };
  const submit = async () => {
    setErrors(missing);
    if (Object.keys(missing).length > 0 || !target || amount === undefined || !coin) return;
    setBusy(true);
    try {
      const { data } = await ask<RaRecord>('POST', `/${resource}`, {
        body: { ...target, c_id: coin.id, amount: `${way === 'take' ? '-' : ''}${amount}`, remark: remark.trim() },
      });
      await queries.invalidateQueries({ queryKey: [resource] });
      notify(t('proposed'), { type: 'success' });
      if (isHere()) void navigate(`/${resource}/${data.id}`);
    } catch (error) {
      await showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    coins,
    coin,
    amount,
    way,
    text,
    remark,
    errors,
    isBusy,
    setWay,
    onCoin: change(setChosen),
    onAmount: change(setText),
    onRemark: change(setRemark),
    submit,
  };
}

type Proposal = ReturnType<typeof useProposal>;

/** Proposes a posting; another operator has to approve it. */
export function ProposalForm(props: ProposalFormProps) {
  const { resource, title } = props;
  const t = useTranslations('console-house');
  const { canAccess: may } = useCanAccess({ resource, action: 'create' });
  if (may === undefined) return null;
  return (
    <Pane title={title}>{may ? <ProposalFields {...props} /> : <p className="text-ink-2">{t('roleTooLow')}</p>}</Pane>
  );
}

function ProposalFields(props: ProposalFormProps) {
  const { resource, children, effect } = props;
  const t = useTranslations('console-house');
  const amountText = useAmountText();
  const proposal = useProposal(props);
  const { coin, amount, way, remark, errors, isBusy, setWay, onRemark, submit } = proposal;
  const sentence =
    amount === undefined || !coin ? undefined : effect(way === 'take', `${amountText(amount)} ${coin.title}`);
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children(errors)}
      <Seg
        label={t('way')}
        options={[
          { value: 'add', label: t('add') },
          { value: 'take', label: t('take') },
        ]}
        value={way}
        onChange={setWay}
      />
      <AmountOfCoin {...proposal} />
      <LongField
        label={t('remark')}
        rows={3}
        maxLength={255}
        dir="auto"
        help={t(resource === 'corrections' ? 'remarkHelp' : 'remarkHelpHouse')}
        value={remark}
        error={errors['remark']}
        onChange={onRemark}
      />
      <p className="min-h-5 text-13 text-ink-2" role="status">
        {sentence}
      </p>
      <FormEnd resource={resource} isBusy={isBusy} />
    </form>
  );
}

function AmountOfCoin({ coins, coin, text, errors, onAmount, onCoin }: Proposal) {
  const t = useTranslations('console-house');
  return (
    <div className="grid items-start gap-4 @min-[30rem]:grid-cols-[minmax(0,1fr)_10rem]">
      <Field
        label={t('amount')}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={text}
        error={errors['amount']}
        onChange={onAmount}
        end={coin && <Unit>{coin.title}</Unit>}
      />
      <ChoiceField
        label={t('coin')}
        options={coins.map(({ id, title: name }) => ({ value: String(id), label: name }))}
        value={coin === undefined ? '' : String(coin.id)}
        error={errors['c_id']}
        onChange={onCoin}
      />
    </div>
  );
}

function FormEnd({ resource, isBusy }: Pick<ProposalFormProps, 'resource'> & { readonly isBusy: boolean }) {
  const t = useTranslations('console-house');
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="line" className="flex-1" onClick={() => void navigate(`/${resource}`)}>
        {t('leave')}
      </Button>
      <div className="flex-[1.4]">
        <SubmitButton busy={isBusy} busyText={t('busy')}>
          {t('propose')}
        </SubmitButton>
      </div>
    </div>
  );
}
