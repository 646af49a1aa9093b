import { OPTION_RULES } from '@plimsoll/contract';
import { price, amount } from '@plimsoll/money';
import {
  firstBreak,
  firstMarkBreak,
  verifyByMarks,
  verifyOption,
  type NamedTick,
  type Outcome,
  type Proof,
  type SettledByMarks,
  type SettledOption,
  type TapeMark,
  type TapeTick,
} from '@plimsoll/proof';
import { readMarks, readStretch } from '../../market/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { markTermsOf, stakeOf, type MarkOption, type OldOption } from './order.ts';
import { readOption, STORED_COLUMNS, type StoredRow } from './settle-store.ts';

type Row = StoredRow & {
  symbol: string;
  status: number;
  outcome: Outcome | null;
  profit: string | null;
  entry_hash: string | null;
  thinned_to: string | null;
  exit_named: string | null;
  exit_price: string | null;
  exit_hash: string | null;
};

const recorded = sql<Row>(
  'option.recorded',
  `
  select ${STORED_COLUMNS}, m.symbol, o.status, o.outcome, o.profit,
    encode(coalesce(e.hash, k.hash), 'hex') as entry_hash, d.seq as thinned_to,
    coalesce(o.exit_seq, o.exit_mark) as exit_named, o.exit_price, encode(coalesce(x.hash, y.hash), 'hex') as exit_hash
  from option_order o join market m on m.id = o.market_id
  left join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
  left join mark k on k.market_id = o.market_id and k.seq = o.line_seq
  left join tape_thinned d on d.market_id = o.market_id and o.rules = ${OPTION_RULES.ticks}
  left join tick x on x.market_id = o.market_id and x.seq = o.exit_seq
  left join mark y on y.market_id = o.market_id and y.seq = o.exit_mark
  where o.id = $1`,
);

const STRETCH = 5_000;

interface Seen {
  readonly symbol: string;
  /** Up to this sequence the tape was thinned; 0 when it never was. */
  readonly thinnedTo: number;
}

/** A settled option as recorded, and its recomputation; `broken` is the first wrong link of the tape. */
export type Verified = Seen &
  (
    | {
        readonly rules: 1;
        readonly broken: TapeTick | undefined;
        readonly recorded: SettledOption;
        readonly proof: Proof;
      }
    | {
        readonly rules: 2;
        readonly broken: TapeMark | undefined;
        readonly recorded: SettledByMarks;
        readonly proof: ReturnType<typeof verifyByMarks>;
      }
  );

/** Recomputes one option from the tape (RULES 4): `unknown` when there is none, `open` while it has not ended. */
export async function verifyOrder(query: Query, id: string): Promise<Verified | 'unknown' | 'open'> {
  const [row] = await query.run(recorded, [id]);
  if (!row) return 'unknown';
  if (row.outcome === null || row.profit === null) return 'open';
  const option = readOption(row);
  const ended = {
    exit: namedOf(row.exit_named, row.exit_price, row.exit_hash),
    outcome: row.outcome,
    profit: amount(row.profit),
  };
  const line = option.line && { seq: option.line.seq, price: option.line.price, hash: row.entry_hash ?? '' };
  // not money: a tick's number
  const seen: Seen = { symbol: row.symbol, thinnedTo: Number(row.thinned_to ?? 0) };
  if (option.rules === OPTION_RULES.marks) {
    const settled: SettledByMarks = { ...markTermsOf(option), ...ended, line };
    const stretch = await marksOf(query, seen.symbol, option);
    return {
      ...seen,
      rules: 2,
      broken: firstMarkBreak(stretch),
      recorded: settled,
      proof: verifyByMarks(settled, stretch),
    };
  }
  const settled: SettledOption = {
    ...oldTermsOf(option),
    ...ended,
    entry: line ?? { seq: 0, price: option.line.price, hash: '' },
  };
  const stretch = await stretchOf(query, seen.symbol, option);
  return { ...seen, rules: 1, broken: firstBreak(stretch), recorded: settled, proof: verifyOption(settled, stretch) };
}

const oldTermsOf = (option: OldOption): Omit<SettledOption, 'entry' | 'exit' | 'outcome' | 'profit'> => ({
  ...stakeOf(option),
  entryPrice: option.line.price,
  expiresAtMs: option.line.expiresAtMs,
  freshMs: option.freshMs,
  placedAtMs: option.placedAtMs,
});

const namedOf = (seq: string | null, at: string | null, hash: string | null): NamedTick | null =>
  // not money: the number of a mark or tick
  seq === null || at === null ? null : { seq: Number(seq), price: price(at), hash: hash ?? '' };

/** The tape of trades from an option's entry tick to the first tick after its expiry. */
const stretchOf = (query: Query, symbol: string, { marketId, line }: OldOption): Promise<TapeTick[]> =>
  readUntil(
    (fromSeq) => readStretch(query, { marketId, symbol, fromSeq, limit: STRETCH }),
    line.seq,
    (tick) => tick.receiveTimeMs > line.expiresAtMs,
  );

const before = sql<{ seq: string | null }>(
  'option.markBefore',
  'select max(seq) as seq from mark where market_id = $1 and time < $2',
);

/** The tape of marks from the last one before an option's line to the first after which nothing can decide it. */
async function marksOf(query: Query, symbol: string, option: MarkOption): Promise<TapeMark[]> {
  const { marketId, placedAtMs, lineDelayMs, lineWithinMs, nextWithinMs, seconds } = option;
  const fromMs = placedAtMs + lineDelayMs;
  const [row] = await query.run(before, [marketId, new Date(fromMs)]);
  // Covers the line's own time too: the recorded line may be wrong.
  const lastMs = fromMs + lineWithinMs + seconds * 1000 + nextWithinMs;
  // not money: a mark's number
  return readUntil(
    (fromSeq) => readMarks(query, { marketId, symbol, fromSeq, limit: STRETCH }),
    Number(row?.seq ?? 1),
    (mark) => mark.timeMs > lastMs,
  );
}

/** Reads pages of a tape from a sequence to the first item beyond. */
async function readUntil<T extends { readonly seq: number }>(
  read: (fromSeq: number) => Promise<T[]>,
  firstSeq: number,
  isBeyond: (each: T) => boolean,
): Promise<T[]> {
  const all: T[] = [];
  for (let fromSeq = firstSeq; ;) {
    const more = await read(fromSeq);
    const beyond = more.findIndex(isBeyond);
    all.push(...(beyond < 0 ? more : more.slice(0, beyond + 1)));
    const last = more.at(-1);
    if (beyond >= 0 || !last || more.length < STRETCH) return all;
    fromSeq = last.seq + 1;
  }
}
