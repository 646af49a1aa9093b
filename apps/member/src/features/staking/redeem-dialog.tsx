import type { Stake } from '@plimsoll/contract';
import { amount, format, plus } from '@plimsoll/money';
import { Dialog, figures, Summary } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { useStakingChanged } from './queries.ts';

/** Asks before a stake is redeemed: what is returned now, and what it would earn by its end. */
export function RedeemDialog({
  stake,
  open,
  onClose,
}: {
  readonly stake: Stake;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('staking.redeem');
  const list = useTranslations('staking.list');
  const words = useAmountWords();
  const stakingChanged = useStakingChanged();
  const over = () => {
    onClose();
    stakingChanged();
  };
  const { busy, submit } = useSubmit('redeemStaking', { keyed: true, onDone: over, onRefused: over });
  const { id, order_num, amount: principal, accrued, total_revenue, coin } = stake;
  const money = (value: string) => (
    <span className="n">
      {words(value)} <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
    </span>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      cancel={t('back')}
      confirm={t('confirm')}
      onConfirm={() => void submit({ id })}
      busy={busy}
      busyText={t('sending')}
    >
      <div className="grid gap-3">
        <p className="text-12 text-ink-3">{list.rich('number', { n: figures, number: order_num })}</p>
        <div className="text-ink [&_dd]:ms-auto [&_dl>div]:flex-wrap">
          <Summary
            rows={[
              { term: t('principal'), value: money(principal) },
              { term: t('accrued'), value: money(accrued) },
              { term: t('total'), value: money(format(plus(amount(principal), amount(accrued)))), total: true },
            ]}
          />
        </div>
        <p className="text-13">{t('text', { revenue: words(total_revenue), coin })}</p>
      </div>
    </Dialog>
  );
}
