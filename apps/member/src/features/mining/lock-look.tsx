import type { MiningProduct } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { CoinFigure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import { LookSheet, type LookState } from '../look/index.ts';
import { computeRevenue, type LockForm } from './lock-form.ts';
import { useLockWords } from './lock-words.ts';

interface LockLookProps {
  /** As the list has it now: what is looked at is what was asked, which is sent. */
  readonly product: MiningProduct;
  readonly form: LockForm;
  readonly look: LookState<MiningProduct>;
}

/** The last look before an amount is locked. */
export function LockLook({ product: listed, form, look }: LockLookProps) {
  const product = look.asked?.shown ?? listed;
  const t = useTranslations('mining');
  const words = useAmountWords();
  const { days } = useLockWords(product);
  const coin = product.coin_title;
  const revenue = computeRevenue(form, product);
  return (
    <LookSheet
      {...look}
      headline={{ term: product.title, value: form.amount === '' ? '--' : words(form.amount), coin }}
      rows={[
        { term: t('period'), value: days },
        {
          term: t('summary.daily'),
          value: <CoinFigure value={revenue && format(revenue.daily)} places={8} coin={coin} />,
        },
        {
          term: t('summary.total', { days }),
          value: <CoinFigure value={revenue && format(revenue.total)} places={8} coin={coin} />,
        },
      ]}
      confirm={t('lock')}
      busyText={t('sending')}
    />
  );
}
