import { PRICE_MODE, SIDE, type MarketItem, type Side } from '@plimsoll/contract';
import { amount, floorTo, formatShort, price, rate, share, type Amount, type Price } from '@plimsoll/money';

/** What kinds of limit orders a load is made of, in hundredths: most rest, some are filled at once. */
const MIX = [
  { share: 55, side: 'buy', fills: false },
  { share: 25, side: 'sell', fills: false },
  { share: 10, side: 'buy', fills: true },
  { share: 10, side: 'sell', fills: true },
] as const satisfies readonly { share: number; side: Side; fills: boolean }[];

/**
 * An order of the smallest size stands this far from the market, in percent of the last price: first at least, then at
 * most.
 */
const RESTS = { buy: [20, 95], sell: [110, 300] } as const;
/** A fifth of a percent past any spread: filled at the book's price, never at this one. */
const FILLS = { buy: '1.01', sell: '0.99' } as const;

/** Fields of a request as they are sent. */
type OrderFields = Readonly<Record<string, string>>;

/** `percent` hundredths of a market's last price, on its price step. */
function priced({ close, price_step }: MarketItem, fraction: string): Price {
  const asked = share(price(close) as bigint as Amount, rate(fraction), 'down');
  return floorTo(asked, amount(price_step)) as bigint as Price;
}

/**
 * A limit order of the least quantity that `market` takes, chosen by `draw` (uniform between 0 and 1, asked anew each
 * time): one that rests far from the market, or one that is filled at once.
 */
export function drawOrder(market: MarketItem, draw: () => number): OrderFields {
  let place = draw() * 100;
  const kind = MIX.find((each) => (place -= each.share) < 0) ?? MIX[0];
  const [least, most] = RESTS[kind.side];
  const fraction = kind.fills ? FILLS[kind.side] : ((least + draw() * (most - least)) / 100).toFixed(4);
  return {
    m_id: String(market.id),
    type: SIDE[kind.side],
    operate_type: PRICE_MODE.limit,
    num: market.min,
    price: formatShort(priced(market, fraction)),
  };
}

/** A market buy for so much of the quote coin. */
export const marketBuy = (market: MarketItem, quote: string): OrderFields => ({
  m_id: String(market.id),
  type: SIDE.buy,
  operate_type: PRICE_MODE.market,
  amount: quote,
});

/** Fields as a form's body. */
export const formBody = (fields: OrderFields): string => new URLSearchParams(fields).toString();
