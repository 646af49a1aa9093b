import type { MarketItem } from '@plimsoll/contract';
import { optionsPath } from '../market/index.ts';
import { navigate, useSearchParams } from '../../platform/router.tsx';
import { viewIn, type View } from './view.ts';

/** What the address of the options screen names: `currentSymbol` and `name` choose the market (PRODUCT 11). */
export interface OptionsPlace {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly view: View;
  readonly proof: number | undefined;
  /** The statistics, in place of the rest. */
  readonly isStats: boolean;
  readonly show: (view: View) => void;
}

/** The address of an option's proof. */
export const proofPath = (orderId: number): string => `/options?${new URLSearchParams({ proof: String(orderId) })}`;

/** The address of the statistics. */
export const STATS_PATH = '/options?view=stats';

/** A market's own address, with the present view. */
export const marketPath = (market: MarketItem, view: View): string =>
  `${optionsPath(market)}${view === 'chart' ? '' : `&view=${view}`}`;

export function useOptionsPlace(): OptionsPlace {
  const [search] = useSearchParams();
  const proof = /^[1-9]\d{0,15}$/.exec(search.get('proof') ?? '')?.[0];
  return {
    symbol: search.get('currentSymbol'),
    name: search.get('name'),
    view: viewIn(search.get('view')),
    proof: proof === undefined ? undefined : Number(proof),
    isStats: search.get('view') === 'stats',
    show(view) {
      const next = new URLSearchParams(search);
      if (view === 'chart') next.delete('view');
      else next.set('view', view);
      navigate(`/options${next.size > 0 ? `?${next}` : ''}`, { replace: true });
    },
  };
}
