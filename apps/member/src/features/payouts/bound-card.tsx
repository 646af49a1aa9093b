import type { BoundAddress } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { AddressText, Tag, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface BoundCardProps {
  readonly bound: Pick<BoundAddress, 'address' | 'networks' | 'addtime' | 'used'>;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** The bound address: its network, since when, and how often it was used. */
export function BoundCard({ bound, title, children }: BoundCardProps) {
  const t = useTranslations('payouts.address');
  const reading = useReading();
  const date = formatTime(bound.addtime, { ...reading, style: 'date' });
  const name = title ?? t('yours');
  return (
    <section aria-label={name} className="rounded-lg bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-13 text-ink-2">{name}</h2>
        <span className="flex flex-wrap gap-1.5">
          {bound.networks.map((each) => (
            <Tag key={each}>
              <bdi>{each}</bdi>
            </Tag>
          ))}
        </span>
      </div>
      <div className="mt-2">
        <AddressText address={bound.address} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-12 text-ink-3">
          {bound.used === 0
            ? t('since', { date })
            : t('sinceUsed', { date, count: formatDecimal(String(bound.used), reading) })}
        </p>
        {children}
      </div>
    </section>
  );
}
