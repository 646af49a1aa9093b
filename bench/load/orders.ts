import { PRICE_MODE, SIDE, type MarketItem, type Side } from '@plimsoll/contract';
import { amount, floorTo, formatShort, rate, share } from '@plimsoll/money';

/** Kinds of limit orders in hundredths: most rest, some are filled at once. */
const MIX = [
  { share: 55, side: 'buy', fills: false },
  { share: 25, side: 'sell', fills: false },
  { share: 10, side: 'buy', fills: true },
  { share: 10, side: 'sell', fills: true },
] as const satisfies readonly { share: number; side: Side; fills: boolean }[];

/** Distance of a resting order from the last price, in percent: minimum, maximum. */
const RESTS = { buy: [20, 95], sell: [110, 300] } as const;
/** Past any spread, by a percent: filled at the book's price. */
const FILLS = { buy: '1.01', sell: '0.99' } as const;

type OrderFields = Readonly<Record<string, string>>;

/** A fraction of a market's last price, on its price step. */
function priced({ close, price_step }: MarketItem, fraction: string): string {
  return formatShort(floorTo(share(amount(close), rate(fraction), 'down'), amount(price_step)));
}

/** A limit order of the market's minimum quantity, resting or filled at once as `draw` (uniform in 0 to 1) decides. */
export function drawOrder(market: MarketItem, draw: () => number): OrderFields {
  let place = draw() * 100;
  const kind = MIX.find((each) => (place -= each.share) < 0) ?? MIX[0];
  const [min, max] = RESTS[kind.side];
  const fraction = kind.fills ? FILLS[kind.side] : ((min + draw() * (max - min)) / 100).toFixed(4);
  return {
    m_id: String(market.id),
    type: SIDE[kind.side],
    operate_type: PRICE_MODE.limit,
    num: market.min,
    price: priced(market, fraction),
  };
}

export const marketBuy = (market: MarketItem, quote: string): OrderFields => ({
  m_id: String(market.id),
  type: SIDE.buy,
  operate_type: PRICE_MODE.market,
  amount: quote,
});

export const formBody = (fields: OrderFields): string => new URLSearchParams(fields).toString();
