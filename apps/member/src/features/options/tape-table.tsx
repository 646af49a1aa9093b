import { format } from '@plimsoll/money';
import type { TapeTick } from '@plimsoll/proof';
import { Count, Figure, loneLinkClass } from '@plimsoll/ui';
import { Fragment, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWriting } from './words.ts';

/** Shown before the deciding tick, and after it. */
const BEFORE = 3;

interface TapeTableProps {
  readonly ticks: readonly TapeTick[];
  readonly expiresAtMs: number;
  /** The deciding tick's sequence; undefined when there was none. */
  readonly exitSeq: number | undefined;
}

/** In large type what finds no room in the line goes on under it. */
const GRID = 'grid min-h-8 grid-cols-[6.5rem_4.75rem_minmax(0,1fr)_1.875rem] items-center gap-2 px-4 @max-[19rem]:flex @max-[19rem]:flex-wrap @max-[19rem]:gap-y-0 @max-[19rem]:py-1.5';

/** The ticks around the expiry, or all that were checked. */
export function TapeTable({ ticks, expiresAtMs, exitSeq }: TapeTableProps) {
  const t = useTranslations('options.proof');
  const { whole, exactly } = useWriting();
  const [isAll, setAll] = useState(false);
  const counting = ticks.filter((tick) => tick.receiveTimeMs <= expiresAtMs).length;
  const shown = isAll ? ticks : ticks.slice(Math.max(0, counting - 1 - BEFORE));
  return (
    <section aria-labelledby="tape-ticks" className="@container pt-5 text-12">
      <div className="mb-1.5 flex items-center justify-between px-4">
        <h2 id="tape-ticks" className="text-17 font-semibold">{t('ticks')}</h2>
        {ticks.length > shown.length || isAll
          ? <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)} className={`${loneLinkClass} text-14`}>{isAll ? t('few') : t('all', { count: whole(ticks.length) })}</button> : null}
      </div>
      <div className={`${GRID} text-ink-3`} aria-hidden="true"><span>{t('headTick')}</span><span>{t('headTime')}</span><span className="text-right">{t('headPrice')}</span><span>{t('headHash')}</span></div>
      <ul>
        {shown.map((tick, at) => {
          const isAfter = tick.receiveTimeMs > expiresAtMs;
          const isFirstAfter = isAfter && (shown[at - 1]?.receiveTimeMs ?? 0) <= expiresAtMs;
          const isExit = tick.seq === exitSeq;
          return (
            <Fragment key={tick.seq}>
              {isFirstAfter && <li className="flex min-h-6.5 items-center gap-2 font-semibold before:h-0.5 before:w-4 before:bg-paint after:h-0.5 after:flex-1 after:bg-paint">{t('cut')}</li>}
              <li className={`${GRID} ${isExit ? 'bg-water-tint' : ''} ${isAfter ? 'text-ink-3' : ''}`} aria-current={isExit || undefined}>
                <Count value={tick.seq} />
                <span className="n">{exactly(tick.receiveTimeMs)}</span>
                <span className={`text-right ${isExit ? 'font-semibold' : ''}`}><Figure value={format(tick.price)} dim={false} /></span>
                <span className="mono">{tick.hash.slice(0, 4)}</span>
              </li>
            </Fragment>
          );
        })}
      </ul>
    </section>
  );
}
