import { amount, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';

// A command that knows its members locks those alone (`spot_deal`); one that does not yet locks out every other deal.
const deal = sql<{ coin_id: string | null; member_id: string | null; quantity: string }>(
  'spot.deal',
  'select coin_id, member_id, quantity from spot_deal($1, $2, $3, $4)',
);
const alone = sql<never>(
  'spot.lockDealingAlone',
  `
  with anybody as materialized (select pg_advisory_xact_lock(hashtextextended('spot.dealing', 0)))
  select pg_advisory_xact_lock(k.key) from anybody, (select distinct hashtextextended(name, 0) as key from unnest($1::text[]) name order by key) k`,
);

const coinNames = (coinIds: readonly string[]): string[] => coinIds.map((id) => `spot.dealing/coin/${id}`);

/** Blocks every other deal until the transaction ends. */
export async function lockAlone(tx: Tx, coinIds: readonly string[]): Promise<void> {
  await tx.run(alone, [coinNames(coinIds)]);
}

const positions = sql<{ coin_id: string; quantity: string }>(
  'spot.positions',
  'select coin_id, quantity from spot_position($1)',
);

/** The dealer's position in each coin; negative when it sold more than it bought. */
export async function readPositions(query: Query, coinIds: readonly string[]): Promise<Map<string, Amount>> {
  const found = await query.run(positions, [coinIds]);
  return new Map([
    ...coinIds.map((id) => [id, ZERO] as const),
    ...found.map(({ coin_id, quantity }) => [coin_id, amount(quantity)] as const),
  ]);
}

const dealt = sql<{ member_id: string; dealt: string }>(
  'spot.dealt',
  'select member_id, dealt from spot_dealt($1, $2, $3)',
);

/** Dealt amounts are summed in stretches, so that few rows are read; a minute then lasts at least 60 s. */
const STRETCH_MS = 15_000;
const MINUTE = 60_000 / STRETCH_MS + 1;
const stretchOf = (ms: number): number => Math.floor(ms / STRETCH_MS);

/**
 * What members dealt for in this minute, in USDT: in stretches that begin within a minute of now, by whichever clock.
 * Others are omitted.
 */
export async function readDealt(
  query: Query,
  memberIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Amount>> {
  const now = stretchOf(nowMs);
  const rows = await query.run(dealt, [memberIds, now - MINUTE, now + MINUTE]);
  return new Map(rows.map(({ member_id, dealt: all }) => [member_id, amount(all)]));
}

const posted = sql<{ coin_id: string | null; quantity: string }>(
  'spot.posted',
  'select coin_id, quantity from spot_posted()',
);

/** What owners put into the dealer's stock, by coin; summed again only when they posted more journals. */
export class Stock {
  #journals = -1;
  #posted: ReadonlyMap<string, Amount> = new Map();

  /** What was put in, by coin; undefined when it was last summed at another number of journals. */
  asOf(journals: number): ReadonlyMap<string, Amount> | undefined {
    return journals === this.#journals ? this.#posted : undefined;
  }

  async addUp(query: Query): Promise<void> {
    const rows = await query.run(posted, []);
    this.#posted = new Map(
      rows.flatMap(({ coin_id, quantity }) => (coin_id === null ? [] : [[coin_id, amount(quantity)] as const])),
    );
    // not money: a count
    this.#journals = Number(rows.find(({ coin_id }) => coin_id === null)?.quantity);
  }
}

/**
 * Blocks other deals in these coins or with these members, and answers positions and what each member dealt for in this
 * minute. One statement: every batch that deals waits for it.
 */
export async function lockAndRead(
  tx: Tx,
  stock: Stock,
  coinIds: readonly string[],
  memberIds: readonly string[],
  nowMs: number,
): Promise<{ readonly positions: Map<string, Amount>; readonly dealt: Map<string, Amount> }> {
  const now = stretchOf(nowMs);
  const has = new Map<string, Amount>(coinIds.map((id) => [id, ZERO]));
  const dealtBy = new Map<string, Amount>();
  let journals = 0;
  for (const { coin_id, member_id, quantity } of await tx.run(deal, [coinIds, memberIds, now - MINUTE, now + MINUTE])) {
    if (coin_id !== null) has.set(coin_id, amount(quantity));
    else if (member_id !== null) dealtBy.set(member_id, amount(quantity));
    // not money: a count
    else journals = Number(quantity);
  }
  const put = stock.asOf(journals);
  if (put)
    return {
      positions: new Map([...has].map(([id, quantity]) => [id, minus(quantity, put.get(id) ?? ZERO)])),
      dealt: dealtBy,
    };
  // One statement: an owner may post between two.
  const [positionsNow] = await Promise.all([readPositions(tx, coinIds), stock.addUp(tx)]);
  return { positions: positionsNow, dealt: dealtBy };
}

export interface MemberDealt {
  readonly memberId: string;
  readonly dealt: Amount;
}

/** Sums deals of now by member, as `spot_minute` keeps them. */
export function minutesOf(
  deals: readonly MemberDealt[],
  nowMs: number,
): { readonly stretch: number; readonly dealt: readonly MemberDealt[] } {
  const byMember = new Map<string, Amount>();
  for (const { memberId, dealt: more } of deals) byMember.set(memberId, plus(byMember.get(memberId) ?? ZERO, more));
  return { stretch: stretchOf(nowMs), dealt: [...byMember].map(([memberId, all]) => ({ memberId, dealt: all })) };
}
