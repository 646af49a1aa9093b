import { formatShort, ZERO } from '@plimsoll/money';
import { Dialog, Icon, Note, Summary, type SummaryRow } from '@plimsoll/ui';
import { triDown, triUp } from '@plimsoll/ui/icons-screens';
import { info } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OptionCommand } from './option-form.ts';
import { Money } from './order-parts.tsx';
import { breakEven, returnOf } from './returns.ts';
import { useWriting } from './words.ts';

interface ConfirmOptionProps {
  readonly open: boolean;
  readonly command: OptionCommand;
  readonly pair: string;
  readonly coin: string;
  readonly decimals: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** What the confirmation lists. */
function useRows({
  command,
  coin,
  decimals,
}: Pick<ConfirmOptionProps, 'command' | 'coin' | 'decimals'>): readonly SummaryRow[] {
  const t = useTranslations('options');
  const { percent, whole } = useWriting();
  const { stake, topUp, cycle } = command;
  return [
    { term: t('confirm.stake'), value: <Money value={formatShort(stake)} coin={coin} /> },
    ...(topUp === ZERO ? [] : [{ term: t('confirm.topUp'), value: <Money value={formatShort(topUp)} coin={coin} /> }]),
    { term: t('confirm.closesAfter'), value: t('seconds', { seconds: whole(cycle.seconds) }) },
    {
      term: t('confirm.ifRight'),
      value: <Money value={formatShort(returnOf(stake, cycle.rate, decimals))} coin={coin} />,
    },
    {
      term: t('confirm.ifWrong'),
      value: <Money value={formatShort(stake)} coin={coin} className="font-semibold" />,
    },
    { term: t('confirm.breakEven'), value: t('confirm.right', { percent: percent(breakEven(cycle.rate)) }) },
  ];
}

/** The confirmation: what is staked, what may be returned or lost, and that it is final. */
export default function ConfirmOption({
  open,
  command,
  pair,
  coin,
  decimals,
  busy,
  onClose,
  onConfirm,
}: ConfirmOptionProps) {
  const t = useTranslations('options');
  const { direction } = command;
  const rows = useRows({ command, coin, decimals });
  const inInk = (words: ReactNode) => (
    <span data-way={direction} className="inline-flex items-center gap-1.5">
      <Icon of={direction === 'up' ? triUp : triDown} size={14} />
      {words}
    </span>
  );
  const named = { pair, up: inInk, down: inInk };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <span className="text-20">
          {direction === 'up' ? t.rich('confirm.titleUp', named) : t.rich('confirm.titleDown', named)}
        </span>
      }
      cancel={t('confirm.back')}
      confirm={t(direction === 'up' ? 'confirm.placeUp' : 'confirm.placeDown')}
      onConfirm={onConfirm}
      kind={direction}
      busy={busy}
      busyText={t('confirm.sending')}
    >
      <div className="text-ink">
        <Summary rows={rows} />
        <div className="mt-3">
          <Note icon={info}>{t('confirm.note')}</Note>
        </div>
      </div>
    </Dialog>
  );
}
