import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { Icon } from '@plimsoll/ui';
import { check as tick, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useAmountText, useMomentText } from '../../platform/resource/index.ts';

/** What speaks for and against sending it, as it stands now. */
export function Checks({ record: { checks, mum } }: { readonly record: WithdrawalForOperator }) {
  const t = useTranslations('console-review');
  const amountText = useAmountText();
  const momentText = useMomentText();
  return (
    <>
      <h2 className="text-12 text-ink-3">{t('withdrawals.checks')}</h2>
      <ul className="mt-2 grid gap-2">
        {checks.map(({ check, passed, at, remark }) => (
          <li key={check} className="flex items-start gap-2 text-13">
            <Icon of={passed ? tick : warn} size={18} className={passed ? 'text-good' : 'text-warn'} />
            <span>{t(`withdrawals.${check}${passed ? '' : 'Not'}`, { amount: amountText(mum), at: at === null ? '' : momentText(at, 'date'), remark })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
