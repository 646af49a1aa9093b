import { DIRECTION, OPTION_STATUS } from '@plimsoll/contract';
import { amount, format, price, rate } from '@plimsoll/money';
import type { Direction, Settlement, TapeTick } from '@plimsoll/proof';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { TakenOption } from './order.ts';

interface Row {
  id: string; member_id: string; market_id: string; direction: number; stake: string; decimals: number; terms_version: number; seconds: number; rate: string;
  winnings: string; fresh_ms: number; entry_seq: string; entry_price: string; placed_at: Date; expires_at: Date;
}

/** What {@link readTaken} reads, of `option_order o`. */
export const TAKEN_COLUMNS = `o.id, o.member_id, o.market_id, o.direction, o.stake, o.decimals, o.terms_version, o.seconds, o.rate,
  o.winnings, o.fresh_ms, o.entry_seq, o.entry_price, o.placed_at, o.expires_at`;
export type TakenRow = Row;

const directionOf = (number: number): Direction => (number === DIRECTION.up ? 'up' : 'down');

/** An option as it was taken, from its row. */
export const readTaken = (row: TakenRow): TakenOption => ({
  id: row.id,
  memberId: row.member_id,
  marketId: row.market_id,
  direction: directionOf(row.direction),
  stake: amount(row.stake),
  decimals: row.decimals,
  termsVersion: row.terms_version,
  seconds: row.seconds,
  rate: rate(row.rate),
  winnings: amount(row.winnings),
  freshMs: row.fresh_ms,
  entrySeq: Number(row.entry_seq),
  entryPrice: price(row.entry_price),
  placedAtMs: row.placed_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
});

const nextExpiry = sql<{ at: Date }>('option.nextExpiry', 'select expires_at as at from option_order where status = 1 and id <> all($1::bigint[]) order by expires_at limit 1');

/** When the next open option expires, some left aside; undefined when none is open. */
export const findNextExpiry = async (query: Query, aside: readonly string[]): Promise<number | undefined> => (await query.run(nextExpiry, [aside]))[0]?.at.getTime();

// Those that another process is at work on are passed over; those whose market's tape is not whole yet wait.
const lockDue = sql<Row>('option.lockDue', `
  select ${TAKEN_COLUMNS} from option_order o join tape_head h on h.market_id = o.market_id and h.complete_to >= o.expires_at
  where o.status = 1 and o.expires_at <= $1 and (o.id = any($3::bigint[]) or $3 is null) and o.id <> all($4::bigint[])
  order by o.expires_at, o.id limit $2 for update of o skip locked`);

/** Which options are to be settled: at most so many that expired by a moment, oldest first. */
export interface Due {
  readonly untilMs: number;
  readonly most: number;
  /** These of them; null for all. */
  readonly only: readonly string[] | null;
  /** None of these. */
  readonly aside: readonly string[];
}

/** Locks open options that expired and whose end is on the tape. */
export async function lockDueOptions(tx: Tx, { untilMs, most, only, aside }: Due): Promise<TakenOption[]> {
  return (await tx.run(lockDue, [new Date(untilMs), most, only, aside])).map(readTaken);
}

const stakedCoin = sql<{ coin_id: string }>('option.stakedCoin', `
  select a.coin_id from ledger_hold s join ledger_account a on a.id = s.account_id where s.kind = 'option-stake' and s.ref = $1`);

/** The coin that an option's stake is held in, enabled or not by now. */
export async function findStakedCoin(tx: Tx, { id }: TakenOption): Promise<string> {
  const [row] = await tx.run(stakedCoin, [id]);
  if (!row) throw new Error(`option ${id} holds no stake`);
  return row.coin_id;
}

const dueIds = sql<{ id: string }>('option.dueIds', `
  select o.id from option_order o where o.status = 1 and o.expires_at <= $1 and o.id <> all($3::bigint[]) order by o.expires_at, o.id limit $2`);

/** The numbers of open options that expired by a moment, unlocked. */
export const findDueIds = async (query: Query, { untilMs, most, aside }: Omit<Due, 'only'>): Promise<string[]> =>
  (await query.run(dueIds, [new Date(untilMs), most, aside])).map((row) => row.id);

/** An option and how it ends. */
export interface EndingOption {
  readonly option: TakenOption;
  readonly settlement: Settlement<TapeTick>;
}

const writeEnds = sql<never>('option.writeEnds', `
  update option_order o
  set status = ${OPTION_STATUS.settled}, exit_seq = t.exit_seq, exit_price = t.exit_price, outcome = t.outcome, profit = t.profit, settled_at = $6
  from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::text[], $5::numeric[]) as t (id, exit_seq, exit_price, outcome, profit)
  where o.id = t.id`);

/** Writes how options ended. The database refuses any other end than the tape's. */
export async function writeEndings(tx: Tx, endings: readonly EndingOption[], at: Date): Promise<void> {
  if (endings.length === 0) return;
  await tx.run(writeEnds, [
    endings.map(({ option }) => option.id),
    endings.map(({ settlement: { exit } }) => exit && exit.seq),
    endings.map(({ settlement: { exit } }) => exit && format(exit.price)),
    endings.map(({ settlement }) => settlement.outcome),
    endings.map(({ settlement }) => format(settlement.profit)),
    at,
  ]);
}
