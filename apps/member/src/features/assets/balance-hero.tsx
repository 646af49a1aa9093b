import { formatPercent } from '@plimsoll/i18n';
import { Figure, Legend, Load, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FiguresEye } from './figures-eye.tsx';
import type { Totals } from './accounts.ts';

interface BalanceHeroProps {
  readonly label: string;
  readonly totals: Totals;
  readonly isHidden: boolean;
  readonly onToggle: () => void;
  readonly children?: ReactNode;
}

/** The total of accounts in USDT, and how much of it is available. */
export function BalanceHero({ label, totals, isHidden, onToggle, children }: BalanceHeroProps) {
  const t = useTranslations('assets.total');
  const reading = useReading();
  const { all, available, held, percent } = totals;
  const part = (value: string) => <Figure value={value} places={2} hidden={isHidden} dim={false} />;
  return (
    <section className="px-4 pb-4 pt-5">
      <div className="flex items-center">
        <h2 className="text-13 text-ink-2">{label}</h2>
        <FiguresEye isHidden={isHidden} onToggle={onToggle} />
      </div>
      <p className="min-h-10.5 text-[min(var(--fs-36),10.4vw)]/(--lh-36) font-semibold tracking-[-.015em]">
        <Figure value={all} places={2} hidden={isHidden} flash />{' '}
        <small className="text-17 font-medium tracking-normal text-ink-2">USDT</small>
      </p>
      <Load
        className="mt-3"
        parts={isHidden || !/[1-9]/.test(all) ? [] : [percent, 100 - percent]}
        label={
          isHidden ? t('splitHidden') : t('split', { percent: formatPercent(String(Math.round(percent)), reading) })
        }
      />
      <Legend
        className="mt-2"
        items={[
          { name: t('available'), figure: part(available) },
          { name: t('held'), figure: part(held) },
        ]}
      />
      {children}
    </section>
  );
}
