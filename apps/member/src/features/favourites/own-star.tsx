import type { MarketItem } from '@plimsoll/contract';
import { Star } from './star.tsx';
import { useFavourites } from './use-favourites.ts';

/** A star that looks up by itself whether it is on: for lists whose own code comes with the first view. */
export default function OwnStar({
  market,
  className = 'ms-2 -me-3',
}: {
  readonly market: Pick<MarketItem, 'id' | 'title'>;
  readonly className?: string;
}) {
  return <Star market={market} isOn={useFavourites().includes(market.id)} className={className} />;
}
