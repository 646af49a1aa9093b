import type { OptionOrder, SpotOrder } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { Icon, useIsOnline, useReading } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { StripOption } from '../options/index.ts';
import { StripOrder } from '../spot/index.ts';

const ITEM =
  'relative flex min-h-13.5 flex-none items-center gap-2.25 ps-3.5 pe-4 text-13/4.5 whitespace-nowrap not-first:before:absolute not-first:before:inset-y-3.25 not-first:before:start-0 not-first:before:w-px not-first:before:bg-line';

interface StripProps {
  readonly options: readonly OptionOrder[];
  /** Partly filled ones. */
  readonly orders: readonly SpotOrder[];
}

/** Nothing is known of what runs meanwhile, but that it does. */
function Offline({ count }: { readonly count: number }) {
  const t = useTranslations('running');
  const list = useTranslations('options.list');
  const { language, nativeDigits } = useReading();
  const [sinceMs] = useState(Date.now);
  const reading = { language, nativeDigits };
  return (
    <Link to="/options" className={ITEM}>
      <Icon of={offline} className="text-warn" />
      <span className="grid">
        <b className="font-semibold">
          {list.rich('inProgress', { count: formatDecimal(String(count), reading), n: (words) => words })}
        </b>{' '}
        <span className="text-12/4 text-ink-2">
          {t('offline', { time: formatTime(sinceMs, { ...reading, style: 'time' }) })}
        </span>
      </span>
    </Link>
  );
}

/** What runs, over the tabs: options with their distance to the line, and orders partly filled; each one tap away. */
export function Strip({ options, orders }: StripProps) {
  const t = useTranslations('options.list');
  const isOnline = useIsOnline();
  return (
    <section aria-label={t('waiting')} className="flex overflow-x-auto border-t bg-surface [scrollbar-width:none]">
      {isOnline ? (
        <>
          {options.map((order) => (
            <StripOption key={order.order_id} order={order} className={ITEM} />
          ))}
          {orders.map((order) => (
            <StripOrder key={order.id} order={order} className={ITEM} />
          ))}
        </>
      ) : (
        <Offline count={options.length + orders.length} />
      )}
    </section>
  );
}
