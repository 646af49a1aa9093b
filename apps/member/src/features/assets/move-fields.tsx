import { format } from '@plimsoll/money';
import { Figure, Summary, AmountField } from '@plimsoll/ui';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AccountPickers } from './account-pickers.tsx';
import { ACCOUNT_NAMES, type CoinBalance } from './accounts.ts';
import { CoinPicker } from './coin-picker.tsx';
import { holdsThen, type MoveAction, type MoveForm, type MoveTerms } from './move-form.ts';

/** The form's id, for its button outside. */
export const MOVE_FORM = 'move-funds';

interface MoveFieldsProps {
  readonly form: MoveForm;
  readonly terms: MoveTerms;
  readonly coin: CoinBalance | undefined;
  readonly wrong: string | undefined;
  readonly onChange: (action: MoveAction) => void;
  readonly onSubmit: () => void;
}

/** The fields of a transfer: accounts, coin and amount. */
export function MoveFields({ form, terms, coin, wrong, onChange, onSubmit }: MoveFieldsProps) {
  const t = useTranslations('assets');
  const unit = coin?.coinName ?? '';
  const then = holdsThen(form, terms);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      id={MOVE_FORM}
      onSubmit={send}
      noValidate
      aria-label={t('move.form')}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
    >
      <AccountPickers form={form} terms={terms} onChange={onChange} />
      <CoinPicker
        coins={terms.accounts.find((each) => each.type === form.from)?.coins ?? []}
        value={form.coinId}
        onPick={(coinId) => onChange({ kind: 'coin', coinId })}
      />
      <AmountField
        label={t('move.amount')}
        value={form.amount}
        unit={unit}
        wrong={wrong}
        all={{ text: t('move.all'), name: t('move.allNamed'), onTap: () => onChange({ kind: 'all' }) }}
        onEnter={(text) => onChange({ kind: 'enter', text })}
      />
      {/* In large type a figure has a line of its own. */}
      <section
        aria-label={t('move.summary')}
        className="[&_dd]:ms-auto [&_dd]:flex-none [&_dl>div]:flex-wrap [&_dt]:flex-[1_1_8rem]"
      >
        <Summary
          rows={[
            { term: t('move.fee'), value: t('move.noFee') },
            { term: t('move.arrives'), value: t('move.atOnce') },
            {
              term: t('move.holds', { account: t(`accounts.${ACCOUNT_NAMES[form.to]}`) }),
              value: (
                <span className="whitespace-nowrap">
                  {then === undefined ? '--' : <Figure value={format(then)} places={8} />}{' '}
                  <small className="text-[.72em] font-normal text-ink-3">{unit}</small>
                </span>
              ),
              total: true,
            },
          ]}
        />
      </section>
    </form>
  );
}
