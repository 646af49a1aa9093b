import { amount, price, type Amount } from '@plimsoll/money';
import { levelsText } from '@plimsoll/proof';
import { isFreshAt, type Book, type Level } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { amountOf, atMs, count, id, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { minutesOf, type MemberDealt } from './dealing-store.ts';
import { levelsLess, NOTHING_TAKEN, notRecovered, takenAfter, type Taken } from './depth.ts';

/** Levels by their text: parsing decimals is most of the work of reading a snapshot. */
const known = new Map<string, readonly Level[]>();
const MAX_KNOWN = 200;

function remember(text: string, levels: readonly Level[]): void {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, levels);
}

/** Levels in canonical JSON: what the hash of a snapshot covers (PROOF 1). */
function writeLevels(levels: readonly Level[]): string {
  const text = levelsText(levels);
  remember(text, levels);
  return text;
}

function readLevel(written: unknown): Level {
  const [at, size]: readonly unknown[] = Array.isArray(written) ? written : [];
  if (typeof at !== 'string' || typeof size !== 'string')
    throw new RangeError(`not a level of a book: ${JSON.stringify(written)}`);
  return { price: price(at), size: amount(size) };
}

function readLevels(text: string): readonly Level[] {
  const found = known.get(text);
  if (found) return found;
  const written: unknown = JSON.parse(text);
  if (!Array.isArray(written)) throw new RangeError(`not the levels of a book: ${text}`);
  const levels = written.map(readLevel);
  remember(text, levels);
  return levels;
}

export interface BookLeft {
  readonly book: Book;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface DepthSettings {
  readonly recoveryMs: () => number;
  readonly freshSeconds: () => number;
}

interface LeftRow {
  market_id: string;
  bids_left: string;
  asks_left: string;
}
const KEPT = rowsOf({ marketId: id('market'), seq: count });
const lockKept = sql<LeftRow>(
  'spot.lockBooks',
  `
  select k.market_id, k.bids_left, k.asks_left from spot_book k
  join ${KEPT.unnest('w', 1)} using (market_id, seq)
  where k.is_newest order by k.market_id for update of k`,
);
interface NewestRow extends LeftRow {
  seq: string;
  tick_seq: string | null;
  source_time: Date;
  receive_time: Date;
  bids: string;
  asks: string;
  bids_off: string;
  asks_off: string;
  bids_taken: string;
  bids_taken_at: Date | null;
  asks_taken: string;
  asks_taken_at: Date | null;
}
const lockNewest = sql<NewestRow>(
  'spot.lockNewestBooks',
  `
  select market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left, bids_off, asks_off,
    bids_taken, bids_taken_at, asks_taken, asks_taken_at
  from spot_book where market_id = any($1) and is_newest order by market_id for update`,
);
const SUPERSEDED = rowsOf({ marketId: id('market'), afterSeq: id('book').orNull(), seq: count });
// A snapshot is named by its receive time: after a clock was set back, a new process may reuse another's name.
const supersede = sql<never>(
  'spot.supersedeBooks',
  `
  update spot_book k set is_newest = false from ${SUPERSEDED.unnest('w', 1)}
  where k.market_id = w.market_id and k.seq = w.after_seq
    and not exists (select from spot_book x where x.market_id = w.market_id and x.seq = w.seq)`,
);

const BOOKS = rowsOf({
  marketId: id('market'),
  seq: count,
  afterSeq: id('book').orNull(),
  tickSeq: count.orNull(),
  sourceTimeMs: atMs.named('source_time'),
  receiveTimeMs: atMs.named('receive_time'),
  bids: text,
  asks: text,
  bidsLeft: text,
  asksLeft: text,
  bidsTaken: amountOf,
  bidsTakenAt: atMs.orNull(),
  bidsOff: amountOf,
  asksTaken: amountOf,
  asksTakenAt: atMs.orNull(),
  asksOff: amountOf,
});
const keep = sql<{ market_id: string }>(
  'spot.keepBooks',
  `
  insert into spot_book (${BOOKS.columns}, recovery_ms, is_newest)
  select k.*, $1, true from ${BOOKS.unnest('k', 2)}
  on conflict do nothing returning market_id`,
);

const inOrder = (books: readonly Book[]): Book[] =>
  [...books].sort((a, b) => (BigInt(a.marketId) < BigInt(b.marketId) ? -1 : 1));
const takenOf = (quantity: string, at: Date | null): Taken =>
  at === null ? NOTHING_TAKEN : { quantity: amount(quantity), atMs: at.getTime() };

/** A snapshot about to be kept, with what members had taken from each side before it. */
interface Begun extends BookLeft {
  readonly afterSeq: string | null;
  readonly bidsTaken: Taken;
  readonly asksTaken: Taken;
  readonly bidsOff: Amount;
  readonly asksOff: Amount;
}

function begin(book: Book, newest: NewestRow | undefined, recoveryMs: number): Begun {
  const before = newest && sidesOf(newest);
  const bidsTaken = before?.bids ?? NOTHING_TAKEN;
  const asksTaken = before?.asks ?? NOTHING_TAKEN;
  const bidsOff = notRecovered(bidsTaken, book.receiveTimeMs, recoveryMs);
  const asksOff = notRecovered(asksTaken, book.receiveTimeMs, recoveryMs);
  return {
    book,
    bids: levelsLess(book.bids, bidsOff),
    asks: levelsLess(book.asks, asksOff),
    afterSeq: newest?.seq ?? null,
    bidsTaken,
    asksTaken,
    bidsOff,
    asksOff,
  };
}

const bookRow = ({ book, afterSeq, bids, asks, ...begun }: Begun): RowOf<typeof BOOKS> => ({
  ...book,
  afterSeq,
  bids: writeLevels(book.bids),
  asks: writeLevels(book.asks),
  bidsLeft: writeLevels(bids),
  asksLeft: writeLevels(asks),
  bidsTaken: begun.bidsTaken.quantity,
  bidsTakenAt: begun.bidsTaken.atMs,
  bidsOff: begun.bidsOff,
  asksTaken: begun.asksTaken.quantity,
  asksTakenAt: begun.asksTaken.atMs,
  asksOff: begun.asksOff,
});

function sidesOf(row: NewestRow): { readonly bids: Taken; readonly asks: Taken } {
  const atMs = row.receive_time.getTime();
  const side = (taken: Taken, off: string, shown: string, left: string): Taken =>
    takenAfter({ taken, off: amount(off), shown: readLevels(shown), left: readLevels(left) }, atMs);
  return {
    bids: side(takenOf(row.bids_taken, row.bids_taken_at), row.bids_off, row.bids, row.bids_left),
    asks: side(takenOf(row.asks_taken, row.asks_taken_at), row.asks_off, row.asks, row.asks_left),
  };
}

const isSame = (book: Book, row: NewestRow): boolean =>
  Number(row.seq) === book.seq && row.bids === writeLevels(book.bids) && row.asks === writeLevels(book.asks);

const bookOf = (row: NewestRow): Book => ({
  marketId: row.market_id,
  seq: Number(row.seq),
  tickSeq: Number(row.tick_seq),
  sourceTimeMs: row.source_time.getTime(),
  receiveTimeMs: row.receive_time.getTime(),
  bids: readLevels(row.bids),
  asks: readLevels(row.asks),
});

/** Whether a snapshot may be dealt at now. */
type MayUse = (book: Book) => boolean;

interface LockHow {
  readonly mayUse: MayUse;
  /** Whether another process's later snapshot, which this one has not received, serves too. */
  readonly takesLater?: boolean;
}

/** Another process may keep the next snapshot while this one waits for its lock. */
const TRIES = 3;

/**
 * The depth that members may take, shared by all processes: each market's newest snapshot, less what was taken before
 * it and has not recovered (RULES 3).
 */
export class Depth {
  readonly #clock: Clock;
  readonly #settings: DepthSettings;
  /** The last snapshot of each market locked here: most likely kept already, so it only needs its lock. */
  readonly #lastKept = new Map<string, Book>();

  constructor(clock: Clock, settings: DepthSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /**
   * Locks these snapshots (one a market), keeping new ones for ever, and reads what is left of each, by market. In place
   * of those older than another process's it `takesLater` ones, or omits them; it omits those whose name is another's,
   * and those that behind the locks may no longer be used.
   */
  async lock(tx: Tx, books: readonly Book[], { mayUse, takesLater = false }: LockHow): Promise<Map<string, BookLeft>> {
    const left = new Map<string, BookLeft>();
    const sorted = inOrder(books);
    const kept = sorted.filter((book) => this.#lastKept.get(book.marketId) === book);
    if (kept.length > 0) {
      const rows = await tx.run(lockKept, KEPT.arrays(kept));
      this.#found(left, kept, rows);
    }
    let missing = sorted.filter((book) => !left.has(book.marketId));
    for (let tries = 0; missing.length > 0 && tries < TRIES; tries += 1)
      missing = await this.#meet(tx, missing, { left, takesLater });
    // They may have grown old while their locks were another's.
    for (const [marketId, { book }] of left) if (!mayUse(book)) left.delete(marketId);
    return left;
  }

  #found(left: Map<string, BookLeft>, books: readonly Book[], rows: readonly LeftRow[]): void {
    const byMarket = new Map(rows.map((row) => [row.market_id, row]));
    for (const book of books) {
      const row = byMarket.get(book.marketId);
      if (row) left.set(book.marketId, { book, bids: readLevels(row.bids_left), asks: readLevels(row.asks_left) });
    }
  }

  /** Keeps new snapshots; answers those to look up again. */
  async #meet(
    tx: Tx,
    books: readonly Book[],
    { left, takesLater }: { readonly left: Map<string, BookLeft>; readonly takesLater: boolean },
  ): Promise<Book[]> {
    const rows = new Map(
      (await tx.run(lockNewest, [books.map((book) => book.marketId)])).map((row) => [row.market_id, row]),
    );
    const begun: Begun[] = [];
    const recoveryMs = this.#settings.recoveryMs();
    for (const book of books) {
      const newest = rows.get(book.marketId);
      if (newest && isSame(book, newest)) {
        this.#found(left, [book], [newest]);
        this.#lastKept.set(book.marketId, book);
      } else if (!newest || !this.#isNewer(newest, book)) begun.push(begin(book, newest, recoveryMs));
      else if (takesLater && Number(newest.seq) > book.seq) this.#found(left, [bookOf(newest)], [newest]);
    }
    if (begun.length === 0) return [];
    const written = begun.map(bookRow);
    const [, made] = await Promise.all([
      tx.run(supersede, SUPERSEDED.arrays(written)),
      tx.run(keep, [recoveryMs, ...BOOKS.arrays(written)]),
    ]);
    const isMade = new Set(made.map((row) => row.market_id));
    for (const { book, bids, asks } of begun) {
      if (!isMade.has(book.marketId)) continue;
      left.set(book.marketId, { book, bids, asks });
      this.#lastKept.set(book.marketId, book);
    }
    return begun.filter(({ book }) => !isMade.has(book.marketId)).map(({ book }) => book);
  }

  /**
   * True when another process met a later snapshot, by number and by time. Neither a clock set back nor a wrong time
   * counts.
   */
  #isNewer(newest: NewestRow, book: Book): boolean {
    if (Number(newest.seq) === book.seq) return true;
    const receiveTimeMs = newest.receive_time.getTime();
    return (
      Number(newest.seq) > book.seq &&
      receiveTimeMs >= book.receiveTimeMs &&
      isFreshAt({ receiveTimeMs }, this.#clock.nowMs(), this.#settings.freshSeconds())
    );
  }
}

const LEFT = rowsOf({ marketId: id('market'), seq: count, bidsLeft: text, asksLeft: text });
const DEALT = rowsOf({ memberId: id('member'), dealt: amountOf });
const write = sql<never>(
  'spot.writeTaken',
  `
  with books as (
    update spot_book k set bids_left = t.bids_left, asks_left = t.asks_left from ${LEFT.unnest('t', 2)}
    where k.market_id = t.market_id and k.seq = t.seq)
  insert into spot_minute as s (${DEALT.columns}, stretch) select t.*, $1 from ${DEALT.unnest('t', 2 + LEFT.width)}
  on conflict (member_id, stretch) do update set dealt = s.dealt + excluded.dealt`,
);

/** Writes what is left of locked snapshots, and what the locked members dealt for now. */
export async function writeTaken(
  tx: Tx,
  books: readonly BookLeft[],
  deals: readonly MemberDealt[],
  nowMs: number,
): Promise<void> {
  if (books.length === 0 && deals.length === 0) return;
  const { stretch, dealt } = minutesOf(deals, nowMs);
  const left = LEFT.arrays(books, ({ book, bids, asks }) => ({
    marketId: book.marketId,
    seq: book.seq,
    bidsLeft: writeLevels(bids),
    asksLeft: writeLevels(asks),
  }));
  await tx.run(write, [stretch, ...left, ...DEALT.arrays(dealt)]);
}
