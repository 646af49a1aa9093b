import type { ExchangeCoin } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { format } from '@plimsoll/money';
import { Figure, Icon, IconButton, DecimalInput, useReading } from '@plimsoll/ui';
import { sort } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ConvertAction, ConvertForm } from './convert-form.ts';
import type { Estimate } from './estimate.ts';

interface CoinCardsProps {
  readonly form: ConvertForm;
  readonly from: ExchangeCoin;
  readonly to: ExchangeCoin;
  readonly estimated: Estimate | undefined;
  readonly isOld: boolean;
  readonly wrong: string | undefined;
  readonly giveButton: ReactNode;
  readonly receiveButton: ReactNode;
  readonly onChange: (action: ConvertAction) => void;
}

const CARD = 'rounded-lg bg-surface px-4 py-3.5';

function GiveCard({
  form,
  from,
  wrong,
  giveButton,
  onChange,
}: Pick<CoinCardsProps, 'form' | 'from' | 'wrong' | 'giveButton' | 'onChange'>) {
  const t = useTranslations('exchange');
  const reading = useReading();
  const noteId = useId();
  return (
    <div className={CARD}>
      <div className="flex flex-wrap justify-between gap-x-3 text-13 text-ink-3">
        <span>{t('give')}</span>
        <span className="flex flex-wrap items-center gap-x-1.5">
          {t('available')} <Figure value={from.balance} places={from.decimals} dim={false} />
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-label={t('allNamed')}
            onClick={() => onChange({ kind: 'all' })}
            className="hit px-0.5 font-medium text-water"
          >
            {t('all')}
          </button>
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        {giveButton}
        <DecimalInput
          value={form.amount}
          placeholder={formatDecimal('0', { ...reading, decimals: 2 })}
          aria-label={t('amount', { coin: from.title })}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : noteId}
          onEnter={(text) => onChange({ kind: 'enter', text })}
          className="h-11 min-w-0 flex-[1_1_8rem] bg-transparent text-right text-[min(var(--fs-24),7.5vw)] font-semibold outline-0 placeholder:text-ink-3 rtl:text-left"
        />
      </div>
      {wrong !== undefined && (
        <p id={noteId} className="mt-1 flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {wrong}
        </p>
      )}
    </div>
  );
}

/** What is given, and what is received for it. */
export function CoinCards({
  form,
  from,
  to,
  estimated,
  isOld,
  wrong,
  giveButton,
  receiveButton,
  onChange,
}: CoinCardsProps) {
  const t = useTranslations('exchange');
  return (
    <div className="on-card relative grid grid-cols-[minmax(0,1fr)] gap-2">
      <GiveCard form={form} from={from} wrong={wrong} giveButton={giveButton} onChange={onChange} />
      <div className="relative h-0">
        <IconButton
          label={t('swap')}
          className="absolute! start-1/2 top-1/2 z-1 -ms-5.5 -mt-5.5 rounded-full! bg-bg active:bg-raised"
          onClick={() => onChange({ kind: 'swap' })}
        >
          <Icon of={sort} size={20} />
        </IconButton>
      </div>
      <div className={`${CARD} -mt-2`}>
        <p className="text-13 text-ink-3">{t('receive')}</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3">
          {receiveButton}
          <output
            aria-live="off"
            className={`ms-auto grid min-h-11 content-center text-end text-[min(var(--fs-24),7.5vw)] font-semibold ${isOld ? 'text-ink-3' : ''}`}
          >
            {estimated === undefined ? (
              <span className="text-ink-3">--</span>
            ) : (
              <Figure value={format(estimated.received)} places={to.decimals} />
            )}
          </output>
        </div>
      </div>
    </div>
  );
}
