import { format } from '@plimsoll/money';
import { CoinFigure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { LookSheet, type LookState } from '../look/index.ts';
import { ACCOUNT_NAMES } from './accounts.ts';
import { holdsThen, type MoveForm, type MoveTerms } from './move-form.ts';

interface MoveLookProps {
  readonly form: MoveForm;
  /** As the form's button writes it. */
  readonly amount: string;
  readonly terms: MoveTerms;
  readonly coin: string;
  readonly look: LookState<undefined>;
}

/** The last look at a transfer between own accounts. */
export function MoveLook({ form, amount, terms, coin, look }: MoveLookProps) {
  const t = useTranslations('assets');
  const then = holdsThen(form, terms);
  const to = t(`accounts.${ACCOUNT_NAMES[form.to]}`);
  return (
    <LookSheet
      {...look}
      headline={{ term: t('move.form'), value: amount, coin }}
      rows={[
        { term: t('move.from'), value: t(`accounts.${ACCOUNT_NAMES[form.from]}`) },
        { term: t('move.to'), value: to },
        { term: t('move.fee'), value: t('move.noFee') },
        { term: t('move.arrives'), value: t('move.atOnce') },
        {
          term: t('move.holds', { account: to }),
          value: <CoinFigure value={then && format(then)} places={8} coin={coin} />,
        },
      ]}
      confirm={t('move.submitBare')}
      busyText={t('move.sending')}
    />
  );
}
