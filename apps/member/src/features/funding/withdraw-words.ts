import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import type { WithdrawChoice } from './use-withdraw-choice.ts';
import type { WithdrawError } from './withdraw-form.ts';

/** The bounds of a withdrawal, empty until they are known, and its errors in words. */
export function useWithdrawWords({ coin, terms }: Pick<WithdrawChoice, 'coin' | 'terms'>) {
  const t = useTranslations('funding');
  const words = useAmountWords();
  const minimum = terms ? words(terms.txminnum) : '';
  const maximum = terms ? words(terms.txmaxnum) : '';
  return {
    minimum,
    maximum,
    say: (wrong: WithdrawError | undefined) =>
      wrong && t(`errors.${wrong}`, { coin: coin?.title ?? '', places: terms?.decimals ?? 8, minimum, maximum }),
  };
}
