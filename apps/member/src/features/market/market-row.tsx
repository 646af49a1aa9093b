import type { MarketItem } from '@plimsoll/contract';
import { Bone, Chg, CoinMark, Compact, Figure, Pair } from '@plimsoll/ui';
import { Link } from '../../platform/router.tsx';
import { placesOfMarket } from './figures.ts';
import { optionsPath } from './paths.ts';

/** The columns of a market row and of the heads over them; their container is `@container`. With very large text the figures stand under the name. */
export const MARKET_COLUMNS = 'grid grid-cols-[32px_minmax(0,1fr)_96px_80px] gap-2.5 @max-[15rem]:grid-cols-[32px_minmax(0,1fr)_auto]';
/** The name's place among the columns. */
const NAME = 'min-w-0 @max-[15rem]:col-span-2';
/** The price's, under the name when there is no room beside it. */
const PRICE = 'text-right @max-[15rem]:col-start-2 @max-[15rem]:text-left';

interface MarketRowProps {
  readonly item: MarketItem;
  /** See `fractionWidth`. */
  readonly align: number;
  /** Adds the second line: the 24-hour amount and the dollars; null dollars when they are not known. */
  readonly more?: { readonly dollars: string | null };
}

/** A market in a list. Leads to options. */
export function MarketRow({ item, align, more }: MarketRowProps) {
  return (
    <Link to={optionsPath(item)} className={`${MARKET_COLUMNS} items-center px-4 py-2 active:bg-surface ${more ? 'min-h-16' : 'min-h-15'}`}>
      <CoinMark coin={item.coinname} logo={item.logo} />
      <span className={NAME}>
        <Pair base={item.coinname} quote={item.trade_coin} />
        {more && <span className="block text-12 text-ink-3"><Compact value={item.hamount} /></span>}
      </span>
      <span dir="ltr" className={PRICE}>
        <span className="font-semibold"><Figure value={item.close} places={placesOfMarket(item)} align={align} flash dim={false} /></span>
        {more && (
          <span className="block text-12 text-ink-3">
            {/* 1.25 is 15 px over 12 px: the points of both lines stand under each other. */}
            {more.dollars === null ? '--' : <Figure value={more.dollars} places={2} align={align * 1.25} dim={false} />}
          </span>
        )}
      </span>
      <Chg value={item.change} pill className="justify-self-end" />
    </Link>
  );
}

/** Market rows still to come. */
export function MarketRowBones({ count, tall = false }: { readonly count: number; readonly tall?: boolean }) {
  return (
    <div className="rows @container">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={`${MARKET_COLUMNS} items-center px-4 py-2 ${tall ? 'min-h-16' : 'min-h-15'}`}>
          <Bone width={32} height={32} round />
          <span><Bone width={72 + ((row * 17) % 30)} height={13} />{tall && <Bone width={52} height={9} className="mt-2" />}</span>
          <span className="grid justify-items-end"><Bone width={64} height={13} />{tall && <Bone width={52} height={9} className="mt-2" />}</span>
          <Bone width={80} height={30} />
        </div>
      ))}
    </div>
  );
}
