import { sql, type Query, type Tx } from '../../platform/db.ts';

/** A coin's current address. */
export interface AddressRow {
  readonly id: string;
  readonly coin_id: string;
  readonly coin: string;
  readonly address: string;
  readonly created_at: Date;
  readonly used: number;
}

const addresses = sql<AddressRow>(
  'payouts.addresses',
  `
  select a.id, a.coin_id, c.title as coin, a.address, a.created_at, a.used
  from coin c
  cross join lateral (select * from payout_address where member_id = $1 and coin_id = c.id order by id desc limit 1) a
  order by c.sort, c.id`,
);

/** A member's current addresses, one per coin, in the catalogue's order. */
export const readAddresses = (query: Query, memberId: string): Promise<AddressRow[]> =>
  query.run(addresses, [memberId]);

const current = sql<{ address: string }>(
  'payouts.address',
  `
  select address from payout_address where member_id = $1 and coin_id = $2 order by id desc limit 1`,
);

/** The current address of a coin; undefined when none is bound. */
export const readAddress = async (query: Query, memberId: string, coinId: string): Promise<string | undefined> =>
  (await query.run(current, [memberId, coinId]))[0]?.address;

const insertBinding = sql<never>(
  'payouts.bindAddress',
  'insert into payout_address (member_id, coin_id, address, created_at) values ($1, $2, $3, $4)',
);

/** Binds an address from `at` on; former ones stay on record. */
export async function insertAddress(
  tx: Tx,
  bound: { memberId: string; coinId: string; address: string; at: Date },
): Promise<void> {
  await tx.run(insertBinding, [bound.memberId, bound.coinId, bound.address, bound.at]);
}

const count = sql<never>(
  'payouts.countUses',
  `
  update payout_address a set used = a.used + u.times
  from (select id, count(*)::int as times from unnest($1::bigint[]) as sent (id) group by id) u where a.id = u.id`,
);

/** Counts withdrawals sent to these addresses, one for each occurrence of an id. */
export async function countUses(tx: Tx, addressIds: readonly string[]): Promise<void> {
  await tx.run(count, [addressIds]);
}

/** The details of a card. */
export interface CardFacts {
  readonly bankName: string;
  readonly cardNumber: string;
  readonly cardName: string;
}

/** A card with its newest details. */
export interface CardListed {
  id: string;
  version: number;
  bank_name: string;
  card_number: string;
  card_name: string;
  at: Date;
}

const cards = sql<CardListed>(
  'payouts.cards',
  `
  select b.id, v.version, v.bank_name, v.card_number, v.card_name, v.at
  from bank_card b
  cross join lateral (select * from bank_card_version where card_id = b.id order by version desc limit 1) v
  where b.member_id = $1 order by b.id`,
);

/** A member's cards, oldest first. */
export const readCards = (query: Query, memberId: string): Promise<CardListed[]> => query.run(cards, [memberId]);

const makeCard = sql<{ id: string }>('payouts.makeCard', 'insert into bank_card (member_id) values ($1) returning id');

/** Makes a card without details. */
export async function insertCard(tx: Tx, memberId: string): Promise<string> {
  const [row] = await tx.run(makeCard, [memberId]);
  if (!row) throw new Error('no card was made');
  return row.id;
}

const insertVersion = sql<never>(
  'payouts.insertCardVersion',
  `
  insert into bank_card_version (card_id, version, bank_name, card_number, card_name, at) values ($1, $2, $3, $4, $5, $6)`,
);

/** Stores the details of a card from `at` on, as its next `version`; older ones stay on record. */
export async function insertCardFacts(
  tx: Tx,
  card: CardFacts & { cardId: string; version: number; at: Date },
): Promise<void> {
  await tx.run(insertVersion, [card.cardId, card.version, card.bankName, card.cardNumber, card.cardName, card.at]);
}
