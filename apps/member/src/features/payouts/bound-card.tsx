import type { BoundAddress } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { Tag, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { AddressText } from './address-text.tsx';

/** The address in force: which network takes it, since when, and how often it was used. */
export function BoundCard({ bound }: { readonly bound: BoundAddress }) {
  const t = useTranslations('payouts.address');
  const reading = useReading();
  const date = formatTime(bound.addtime, { ...reading, style: 'date' });
  return (
    <section aria-label={t('yours')} className="rounded-lg bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-13 text-ink-2">{t('yours')}</h2>
        <span className="flex flex-wrap gap-1.5">{bound.networks.map((name) => <Tag key={name}><bdi>{name}</bdi></Tag>)}</span>
      </div>
      <div className="mt-2"><AddressText address={bound.address} /></div>
      <p className="mt-2 text-12 text-ink-3">
        {bound.used === 0 ? t('since', { date }) : t('sinceUsed', { date, count: formatDecimal(String(bound.used), reading) })}
      </p>
    </section>
  );
}
