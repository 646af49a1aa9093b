import { type OrderInput, type Refusal } from '@plimsoll/contract';
import { averagePrice, format, formatShort, minus, sum, ZERO, type Amount, type Rate } from '@plimsoll/money';
import { NO_BOUNDS, walk, type Fill } from '@plimsoll/rules';
import { rolledBack, type Db } from '../../platform/db.ts';
import { faultsOf, isHeld, orderedBy, type CheckTerms } from './check-order.ts';
import { wantedBy, type Order } from './order.ts';
import { openPlanner, type PlaceDeps, type Placing, type Previewed } from './place-order.ts';
import { NO_LEAN } from './position.ts';

/** What an order would come to, as the wire has it, and everything that refuses it. */
export interface OrderPreview {
  readonly refusals: readonly Refusal[];
  readonly feeRate: Rate;
  readonly figures: {
    readonly num: string;
    readonly filled: string;
    readonly rests: string;
    readonly price: string | null;
    readonly total: string;
    readonly fee: string;
    readonly fee_rate: string;
    readonly fee_coin: string;
    readonly held: string;
    readonly available: string;
    readonly held_coin: string;
  };
}

interface PreviewDeps extends PlaceDeps {
  readonly db: Db;
}

/**
 * Plans an order by the code that places it, in a transaction that is rolled back: the same locks, limits, caps and
 * books, and nothing is written (RULES 7.7).
 */
export async function previewOrder(
  input: OrderInput,
  placing: Omit<Placing, 'ordered'>,
  { db, terms, ...deps }: PreviewDeps & { readonly terms: CheckTerms },
): Promise<OrderPreview> {
  const faults = [...faultsOf(input, terms)];
  const asked = { ...placing, ordered: orderedBy(input) };
  if (!isHeld(input, placing.market)) return previewOf(asked, faults, undefined);
  const previewed = await rolledBack(db, async (tx) => (await openPlanner(tx, [asked], deps)).preview(asked, 0));
  const known = new Set(faults.map(({ reason }) => reason));
  return previewOf(asked, [...faults, ...previewed.refusals.filter(({ reason }) => !known.has(reason))], previewed);
}

function previewOf(
  { ordered, market, feeRate }: Placing,
  refusals: readonly Refusal[],
  previewed: Previewed | undefined,
): OrderPreview {
  const { side } = ordered;
  const fills = previewed?.placed?.fills ?? [];
  const rest = previewed?.placed ? restOf(previewed.placed.after) : ZERO;
  const whole = [...fills, ...(previewed?.placed ? restFills(previewed.placed.after, rest) : [])];
  const [quantity, paid, fee] = [sumOf(whole, 'quantity'), sumOf(whole, 'paid'), sumOf(whole, 'fee')];
  const [pays, brings] = side === 'buy' ? [market.quote, market.base] : [market.base, market.quote];
  return {
    refusals,
    feeRate,
    figures: {
      num: format(ordered.quantity ?? quantity),
      filled: format(sumOf(fills, 'quantity')),
      rests: format(rest),
      price: quantity === ZERO ? null : format(averagePrice(paid, quantity)),
      total: format(paid),
      fee: format(fee),
      fee_rate: formatShort(feeRate),
      fee_coin: brings.title,
      held: format(previewed?.order.held ?? ZERO),
      available: format(previewed?.available ?? ZERO),
      held_coin: pays.title,
    },
  };
}

const sumOf = (fills: readonly Fill[], leg: 'quantity' | 'paid' | 'fee'): Amount => sum(fills.map((each) => each[leg]));

/** What stays open of an order. */
const restOf = ({ status, quantity, filled }: Order): Amount =>
  status === 'open' && quantity !== null ? minus(quantity, filled) : ZERO;

/** What rests, as if it were filled at its limit. */
const restFills = (after: Order, rest: Amount): readonly Fill[] =>
  rest === ZERO || after.limit === null
    ? []
    : walk([{ price: after.limit, size: rest }], wantedBy(after), after.market, {
        feeRate: after.feeRate,
        lean: NO_LEAN,
        room: NO_BOUNDS,
      }).fills;
