import { format } from '@plimsoll/money';
import { Count, Figure, loneLinkClass } from '@plimsoll/ui';
import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DecidedBy, TapePoint } from './tape.ts';
import { useWriting } from './words.ts';

const BEFORE = 3;

interface TapeTableProps {
  readonly ticks: readonly TapePoint[];
  readonly expiresAtMs: number;
  /** Undefined for a void. */
  readonly exitSeq: number | undefined;
  readonly decidedBy: DecidedBy;
}

/** In large type a line breaks where it has no room. */
const ROW =
  'flex min-h-8 flex-wrap items-center gap-x-2 px-4 text-[min(var(--fs-12),3.05cqi)] @max-[19rem]:py-1.5 *:nth-1:min-w-[6.5rem] *:nth-2:min-w-[4.75rem] *:nth-3:flex-1 *:nth-3:text-right *:nth-4:min-w-[1.875rem]';

/** The ticks around the expiry, or all that were checked. */
export function TapeTable({ ticks, expiresAtMs, exitSeq, decidedBy }: TapeTableProps) {
  const t = useTranslations('options.proof');
  const { whole, exactly } = useWriting();
  const [isAll, setAll] = useState(false);
  const counting = ticks.filter((tick) => tick.atMs <= expiresAtMs).length;
  const shown = isAll ? ticks : ticks.slice(Math.max(0, counting - 1 - BEFORE));
  return (
    <section aria-labelledby="tape-ticks" className="@container pt-5 text-12">
      <div className="mb-1.5 flex items-center justify-between px-4">
        <h2 id="tape-ticks" className="text-17 font-semibold">
          {t('ticks')}
        </h2>
        {ticks.length > shown.length || isAll ? (
          <button
            type="button"
            aria-expanded={isAll}
            onClick={() => setAll(!isAll)}
            className={`${loneLinkClass} text-14`}
          >
            {isAll ? t('few') : t('all', { count: whole(ticks.length) })}
          </button>
        ) : null}
      </div>
      <div className={`${ROW} text-ink-3`} aria-hidden="true">
        <span>{t('headTick')}</span>
        <span>{t('headTime')}</span>
        <span>{t('headPrice')}</span>
        <span>{t('headHash')}</span>
      </div>
      <ul>
        {shown.map((tick, at) => {
          const isAfter = tick.atMs > expiresAtMs;
          const isFirstAfter = isAfter && (shown[at - 1]?.atMs ?? 0) <= expiresAtMs;
          const isExit = tick.seq === exitSeq;
          return (
            <Fragment key={tick.seq}>
              {isFirstAfter && (
                <li className="flex min-h-6.5 items-center gap-2 font-semibold before:h-0.5 before:w-4 before:bg-paint after:h-0.5 after:flex-1 after:bg-paint">
                  {t(decidedBy === 'next' ? 'cutNext' : 'cut')}
                </li>
              )}
              <li
                className={`${ROW} ${isExit ? 'bg-water-tint' : ''} ${isAfter && !isExit ? 'text-ink-3' : ''}`}
                aria-current={isExit || undefined}
              >
                <Count value={tick.seq} />
                <span className="n">{exactly(tick.atMs)}</span>
                <span className={isExit ? 'font-semibold' : ''}>
                  <Figure value={format(tick.price)} dim={false} />
                </span>
                <span className="mono">{tick.hash.slice(0, 4)}</span>
              </li>
            </Fragment>
          );
        })}
      </ul>
    </section>
  );
}
