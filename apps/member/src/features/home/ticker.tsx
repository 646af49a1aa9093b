import type { MarketItem } from '@plimsoll/contract';
import { SkeletonBlock, Chg, Figure, Pair } from '@plimsoll/ui';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { optionsPath, placesOfMarket } from '../market/index.ts';
import { useSlides } from './use-slides.ts';

/** Markets side by side. */
export const SHOWN = 3;
const MOVE_MS = 500;
const STAY_MS = 3000;

export interface TickerProps {
  readonly items: readonly MarketItem[] | undefined;
  readonly isOld: boolean;
}

/** The markets of the ticker, three at a time. */
export function Ticker({ items, isOld }: TickerProps) {
  const t = useTranslations('home');
  const count = items?.length ?? 0;
  const { at, holders } = useSlides({ count: Math.max(1, count - SHOWN + 1), stayMs: STAY_MS });
  // Three prices fit beside one another while they are short.
  const isLong = items?.some((item) => item.close.indexOf('.') + placesOfMarket(item) > 9);
  const cell = 'w-(--share) flex-none border-s px-3.5 first:ps-4 py-3 grid gap-0.5 content-start';
  return (
    <section
      aria-label={t('ticker')}
      data-moves
      className={`@container overflow-hidden border-y ${isOld ? 'stale' : ''}`}
      {...holders}
    >
      <div
        className={`-ms-px flex ${isLong ? '[--share:50%] text-[min(var(--fs-15),3.5cqi)]' : '[--share:33.3333%] text-[min(var(--fs-15),4.2cqi)] @max-[15rem]:text-[6.4cqi] @max-[15rem]:[--share:50%]'}`}
        style={{
          transform: `translateX(calc(var(--way) * ${at} * var(--share)))`,
          transition: `transform ${MOVE_MS}ms var(--e-out)`,
        }}
      >
        {items?.map((item, index) => (
          <Link key={item.id} to={optionsPath(item)} inert={index < at || index >= at + SHOWN} className={cell}>
            <span className="truncate text-12" title={item.title}>
              <Pair base={item.coinname} quote={item.trade_coin} />
            </span>
            <span className="font-semibold">
              <Figure value={item.close} places={placesOfMarket(item)} dim={false} flash />
            </span>
            <span className="flex text-12">
              <Chg value={item.change} />
            </span>
          </Link>
        ))}
        {!items &&
          Array.from({ length: SHOWN }, (_, index) => (
            <div key={index} className={cell}>
              <SkeletonBlock width={56} height={10} className="my-0.75" />
              <SkeletonBlock width={78} height={16} className="my-0.75" />
              <SkeletonBlock width={50} height={10} className="my-0.75" />
            </div>
          ))}
      </div>
    </section>
  );
}
