import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { useTranslations } from 'use-intl';
import { CheckLine, useAmountText, useMomentText, useNumberText } from '../../platform/resource/index.ts';

/** The checks of a withdrawal, as of now. */
export function Checks({ record: { checks, mum } }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  const amountText = useAmountText();
  const momentText = useMomentText();
  const numberText = useNumberText();
  return (
    <>
      <h2 className="text-12 text-ink-3">{t('withdrawals.checks')}</h2>
      <ul className="mt-2 grid gap-2">
        {checks.map(({ check, passed, at, remark }) => (
          <CheckLine key={check} passed={passed}>
            {t(`withdrawals.${check}${passed ? '' : 'Not'}`, {
              amount: amountText(mum),
              at: at === null ? '' : momentText(at, 'date'),
              remark,
              hours: numberText(OUT_HOURS),
            })}
          </CheckLine>
        ))}
      </ul>
    </>
  );
}
