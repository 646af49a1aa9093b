import { wayOf } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Signed } from '../assets/index.ts';
import { splitBars } from './curve.ts';
import type { Portfolio } from './queries.ts';

const PARTS = ['market', 'options', 'fees', 'interest'] as const;
// Where the type is large the bar gives way: its figure says the same.
const ROW = 'flex min-h-10 flex-wrap items-center justify-between gap-x-2.5';
const INK = { up: 'bg-up', down: 'bg-dn', flat: 'bg-transparent' } as const;

/** Where a profit came from: four parts with bars from a common zero, and their sum. */
export function Split({ portfolio, isHidden }: { readonly portfolio: Portfolio; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const bars = splitBars(PARTS.map((part) => portfolio.parts[part]));
  return (
    <section aria-labelledby="source" className="mt-5 px-4">
      <h2 id="source" className="text-17 font-semibold">
        {t('source')}
      </h2>
      <dl className="mt-1 text-14">
        {PARTS.map((part, index) => {
          const value = portfolio.parts[part];
          const bar = bars[index];
          return (
            <div key={part} className={ROW}>
              <dt className="w-[28%] min-w-fit">{t(part)}</dt>
              <dd dir="ltr" aria-hidden="true" className="relative h-2 min-w-12 flex-1">
                {!isHidden && bar && (
                  <>
                    <i className="absolute -inset-y-1.5 w-px bg-line-strong" style={{ left: `${bar.zero}%` }} />
                    <i
                      className={`absolute inset-y-0 min-w-0.5 rounded-[1px] ${INK[wayOf(value)]}`}
                      style={{ left: `${bar.from}%`, width: `${bar.length}%` }}
                    />
                  </>
                )}
              </dd>
              <dd className="w-[34%] min-w-fit text-end">
                <Signed value={value} isHidden={isHidden} />
              </dd>
            </div>
          );
        })}
        <div className="mt-1 flex min-h-10 flex-wrap items-center justify-between gap-x-2.5 border-t-[2.5px] border-line-strong pt-1.5 font-semibold">
          <dt>{t('profit')}</dt>
          <dd>
            <Signed value={portfolio.profit} isHidden={isHidden} />
          </dd>
        </div>
      </dl>
      <p className="mt-1 text-12 text-ink-3">{t('method')}</p>
    </section>
  );
}
