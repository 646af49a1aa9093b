import type { CoinItem } from '@plimsoll/contract/operator';
import { readDecimal } from '@plimsoll/i18n';
import { format, parseAmount } from '@plimsoll/money';
import { Button, Field, Seg, SubmitButton, Unit } from '@plimsoll/ui';
import { ChoiceField, LongField, Pane } from '@plimsoll/ui/console';
import { useQueryClient } from '@tanstack/react-query';
import { useCanAccess, useGetList, useLogoutIfAccessDenied, useNotify, type RaRecord } from 'ra-core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { fieldOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';
import { useAmountText } from '../../platform/resource/index.ts';

const MAX_COINS = 50;

interface ProposalFormProps {
  readonly resource: 'corrections' | 'house-postings';
  readonly title: string;
  /** What of it is particular: whose account. `errors` by the wire's names. */
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** The particular fields as they are sent; undefined while they are not there yet. */
  readonly target: Readonly<Record<string, unknown>> | undefined;
  /** What the particular fields lack, by name, when it is sent without. */
  readonly lacking: Readonly<Record<string, string>>;
  readonly coin?: string;
  /** What will happen, once there is an amount. */
  readonly told: (isTaken: boolean, amount: string) => string | undefined;
}

/** An amount as typed in any of the languages' digits, as the wire writes it; undefined when it is none or nothing. */
function typed(text: string): string | undefined {
  const read = parseAmount(readDecimal(text) ?? '');
  return read === null || read === 0n ? undefined : format(read);
}

/** Proposes a posting. Nothing moves before another operator approved it. */
export function ProposalForm({
  resource,
  title,
  children,
  target,
  lacking,
  coin: first = '',
  told,
}: ProposalFormProps) {
  const t = useTranslations('console-house');
  const words = useProblemWords();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const amountText = useAmountText();
  const { data: coins = [] } = useGetList<CoinItem>('coins', {
    pagination: { page: 1, perPage: MAX_COINS },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
  });
  const { canAccess: may } = useCanAccess({ resource, action: 'create' });
  const [way, setWay] = useState<'add' | 'take'>('add');
  const [chosen, setChosen] = useState(first);
  const [text, setText] = useState('');
  const [remark, setRemark] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const coin = coins.find(({ id }) => String(id) === chosen) ?? coins[0];
  const amount = typed(text);
  const sentence =
    amount === undefined || !coin ? undefined : told(way === 'take', `${amountText(amount)} ${coin.title}`);
  const change = (set: (value: string) => void) => (event: { readonly target: { readonly value: string } }) => {
    set(event.target.value);
    setErrors({});
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = {
      ...lacking,
      ...(amount === undefined ? { amount: t('badAmount') } : {}),
      ...(remark.trim() === '' ? { remark: t('remarkNeeded') } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0 || !target || amount === undefined || !coin) return;
    setBusy(true);
    try {
      const { data } = await ask<RaRecord>('POST', `/${resource}`, {
        body: { ...target, c_id: coin.id, amount: `${way === 'take' ? '-' : ''}${amount}`, remark: remark.trim() },
      });
      await queries.invalidateQueries({ queryKey: [resource] });
      notify(t('proposed'), { type: 'success' });
      void navigate(`/${resource}/${data.id}`);
    } catch (error) {
      if (await logoutIfDenied(error)) return;
      const field = fieldOf(error);
      if (field === undefined) notify(words(error), { type: 'error' });
      else setErrors({ [field]: words(error) });
    } finally {
      setBusy(false);
    }
  };
  if (may !== true)
    return (
      may === false && (
        <Pane title={title}>
          <p className="text-ink-2">{t('roleTooLow')}</p>
        </Pane>
      )
    );
  return (
    <Pane title={title}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          void submit(event);
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
        <div className="grid items-start gap-4 @min-[30rem]:grid-cols-[minmax(0,1fr)_10rem]">
          <Field
            label={t('amount')}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={text}
            error={errors['amount']}
            onChange={change(setText)}
            end={coin && <Unit>{coin.title}</Unit>}
          />
          <ChoiceField
            label={t('coin')}
            options={coins.map(({ id, title: name }) => ({ value: String(id), label: name }))}
            value={coin === undefined ? '' : String(coin.id)}
            error={errors['c_id']}
            onChange={change(setChosen)}
          />
        </div>
        <LongField
          label={t('remark')}
          rows={3}
          maxLength={255}
          dir="auto"
          help={t(resource === 'corrections' ? 'remarkHelp' : 'remarkHelpHouse')}
          value={remark}
          error={errors['remark']}
          onChange={change(setRemark)}
        />
        <p className="min-h-5 text-13 text-ink-2" role="status">
          {sentence}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            kind="line"
            className="flex-1"
            onClick={() => {
              void navigate(`/${resource}`);
            }}
          >
            {t('leave')}
          </Button>
          <div className="flex-[1.4]">
            <SubmitButton busy={isBusy} busyText={t('busy')}>
              {t('propose')}
            </SubmitButton>
          </div>
        </div>
      </form>
    </Pane>
  );
}
