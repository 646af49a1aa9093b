import { price, amount } from '@plimsoll/money';
import { firstBreak, verifyOption, type NamedTick, type Outcome, type Proof, type SettledOption, type TapeTick } from '@plimsoll/proof';
import { readStretch } from '../../market/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { agreedOn } from './order.ts';
import { readTaken, TAKEN_COLUMNS, type TakenRow } from './settle-store.ts';

interface Row extends TakenRow {
  symbol: string; status: number; outcome: Outcome | null; profit: string | null; entry_hash: string | null; thinned_to: string | null; exit_seq: string | null; exit_price: string | null; exit_hash: string | null;
}

const told = sql<Row>('option.told', `
  select ${TAKEN_COLUMNS}, m.symbol, o.status, o.outcome, o.profit, encode(e.hash, 'hex') as entry_hash, d.seq as thinned_to, o.exit_seq, o.exit_price, encode(x.hash, 'hex') as exit_hash
  from option_order o join market m on m.id = o.market_id
  left join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
  left join tape_thinned d on d.market_id = o.market_id
  left join tick x on x.market_id = o.market_id and x.seq = o.exit_seq
  where o.id = $1`);

/** Ticks read at once. */
const STRETCH = 5_000;

/** A settled option as its owner was told it, and what comes out when it is reckoned anew. */
export interface Verified {
  readonly symbol: string;
  /** Up to this sequence the tape was looked at for what may go; 0 when it never was. */
  readonly thinnedTo: number;
  /** The first tick of the stretch that does not carry its hash or does not name the one before it. */
  readonly broken: TapeTick | undefined;
  readonly told: SettledOption;
  readonly proof: Proof;
}

/** Reckons one option anew from the tape alone (rules 4). `unknown` when there is none by that number, `open` while it has not ended. */
export async function verifyOrder(query: Query, id: string): Promise<Verified | 'unknown' | 'open'> {
  const [row] = await query.run(told, [id]);
  if (!row) return 'unknown';
  if (row.outcome === null || row.profit === null) return 'open';
  const option = readTaken(row);
  const settled: SettledOption = {
    ...agreedOn(option),
    placedAtMs: option.placedAtMs,
    entry: { seq: option.entrySeq, price: option.entryPrice, hash: row.entry_hash ?? '' },
    exit: exitOf(row),
    outcome: row.outcome,
    profit: amount(row.profit),
  };
  const stretch = await stretchOf(query, row.market_id, row.symbol, settled);
  // not money: a tick's number
  const thinnedTo = Number(row.thinned_to ?? 0);
  return { symbol: row.symbol, thinnedTo, broken: firstBreak(stretch), told: settled, proof: verifyOption(settled, stretch) };
}

const exitOf = ({ exit_seq: seq, exit_price: at, exit_hash: hash }: Row): NamedTick | null =>
  // not money: a tick's number
  seq === null || at === null ? null : { seq: Number(seq), price: price(at), hash: hash ?? '' };

/** The tape from an option's entry tick on, up to and with the first tick after its expiry. */
async function stretchOf(query: Query, marketId: string, symbol: string, { entry, expiresAtMs }: SettledOption): Promise<TapeTick[]> {
  const ticks: TapeTick[] = [];
  for (let fromSeq = entry.seq; ;) {
    const more = await readStretch(query, { marketId, symbol, fromSeq, limit: STRETCH });
    const beyond = more.findIndex((tick) => tick.receiveTimeMs > expiresAtMs);
    ticks.push(...(beyond < 0 ? more : more.slice(0, beyond + 1)));
    const last = more.at(-1);
    if (beyond >= 0 || !last || more.length < STRETCH) return ticks;
    fromSeq = last.seq + 1;
  }
}
