import { amount, format, price, rate } from '@plimsoll/money';
import {
  exitOf,
  FIRST_PREVIOUS,
  lineOf,
  markHash,
  medianMid,
  settleAt,
  type Direction,
  type MarkSource,
  type TapeMark,
} from '@plimsoll/proof';
import {
  choiceOf,
  choiceSalt,
  commitOf,
  entryLine,
  saltOf,
  type CommittedType,
  type EntryFields,
  type EntryType,
  type Opened,
} from '@plimsoll/proof/log';

const MARKET = 'btcusdt';
export const START_MS = Date.UTC(2026, 10, 22, 12);
/** When witnesses see the world's last checkpoint. */
export const SEEN_AT_MS = START_MS + 210_000;
export const SALT_KEY = new Uint8Array(32).fill(7);
const WAITS = { lineDelayMs: 1_000, lineWithinMs: 5_000, freshMs: 5_000, nextWithinMs: 60_000 };
const RATE = '0.80000000';
const SECONDS = 200;
const DURATIONS = [5, 7, 30];

/** An entry with what its member alone gets. */
export interface LoggedEntry {
  readonly type: EntryType;
  readonly atMs: number;
  readonly line: string;
  readonly salt: string | null;
  readonly opened: Opened | null;
}

/** A small world: what is served as its tape, and its log's entries in their order. */
export interface ProofWorld {
  readonly marks: readonly TapeMark[];
  readonly entries: readonly LoggedEntry[];
}

type Waits = typeof WAITS;

/** What one fraud changes; all that it leaves alone is honest. */
export interface Fraud {
  /** Changes the marks that everything is computed from. */
  readonly marks?: (marks: readonly TapeMark[]) => readonly TapeMark[];
  /** Changes the fields of entries before they are written. */
  readonly fields?: (type: EntryType, fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Changes what entries commit to. */
  readonly opened?: (opened: Opened) => Opened;
  /** Waits that the log's settings state, and that everything is computed by. */
  readonly waits?: Partial<Waits>;
  /** Moves entries to another time. */
  readonly atMs?: (type: EntryType, atMs: number) => number;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Computes the hashes of marks again, each naming the one in front of it. */
export function chain(marks: readonly Omit<TapeMark, 'previous' | 'hash'>[]): TapeMark[] {
  const chained: TapeMark[] = [];
  for (const mark of marks) {
    const linked = { ...mark, previous: chained.at(-1)?.hash ?? FIRST_PREVIOUS };
    chained.push({ ...linked, hash: markHash(linked) });
  }
  return chained;
}

/** A mark each 400 ms from two sources; none from second 40 to 49, none from second 90 on. Sequences leave some out. */
function honestMarks(): TapeMark[] {
  const made: Omit<TapeMark, 'previous' | 'hash'>[] = [];
  for (let ms = 0; ms < 90_000; ms += 400) {
    if (ms >= 40_000 && ms < 49_000) continue;
    const tenths = Math.round(300 * Math.sin(ms / 2_700));
    const bid = price(`${64_000 + Math.floor(tenths / 10)}.${((tenths % 10) + 10) % 10}`);
    const sources = ['htx', 'okx'].map((name, at): MarkSource => ({
      name,
      bid,
      ask: price(format(bid).replace(/\d{8}$/, '90000000')),
      timeMs: START_MS + ms - 30 * at,
    }));
    made.push({
      market: MARKET,
      seq: 1 + made.length + Math.floor(made.length / 10),
      timeMs: START_MS + ms,
      price: medianMid(sources),
      sources,
      held: made.length % 50 === 49,
    });
  }
  return chain(made);
}

interface Placed {
  readonly id: number;
  readonly placedAtMs: number;
  readonly seconds: number;
  readonly direction: Direction;
  readonly stake: string;
  readonly member: number;
}

/** Options all along, some over the gap in the marks and some beyond their end. */
const OPTIONS: readonly Placed[] = Array.from({ length: 36 }, (_, at) => ({
  id: 1000 + at,
  placedAtMs: START_MS + 1_700 + at * 2_500,
  seconds: DURATIONS[at % 3] ?? 5,
  direction: at % 2 === 0 ? 'up' : 'down',
  stake: `${10 + at}.00000001`,
  member: 7 + (at % 4),
}));

interface Event {
  readonly atMs: number;
  /** Events of one moment are in this order: what is placed comes before the tape is complete to that moment. */
  readonly rank: number;
  readonly entry: LoggedEntry;
}

/** What an entry commits to, with its salt. */
interface Commitment {
  readonly salt: string;
  readonly opened: Opened;
  readonly commit: string;
}

/** Writes entries, honestly or as its fraud says. */
class Scribe {
  readonly waits: Waits;
  readonly #fraud: Fraud;
  readonly #events: Event[] = [];

  constructor(fraud: Fraud) {
    this.#fraud = fraud;
    this.waits = { ...WAITS, ...fraud.waits };
  }

  commit(type: CommittedType, id: number, n: number, honest: Opened): Commitment {
    const opened = this.#fraud.opened?.(honest) ?? honest;
    const salt = saltOf(SALT_KEY, type, id, n);
    return { opened, salt, commit: commitOf(opened, salt) };
  }

  add<T extends EntryType>(
    type: T,
    honestAtMs: number,
    rank: number,
    fields: EntryFields<T>,
    committed?: Commitment,
  ): void {
    const atMs = this.#fraud.atMs?.(type, honestAtMs) ?? honestAtMs;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fraud may write anything: entryLine checks its form
    const written = (this.#fraud.fields?.(type, fields) ?? fields) as EntryFields<T>;
    const entry = {
      type,
      atMs,
      line: entryLine(type, iso(atMs), written),
      salt: committed?.salt ?? null,
      opened: committed?.opened ?? null,
    };
    this.#events.push({ atMs, rank, entry });
  }

  /** What was written, in the order of the log. */
  get entries(): LoggedEntry[] {
    return this.#events.toSorted((a, b) => a.atMs - b.atMs || a.rank - b.rank).map(({ entry }) => entry);
  }
}

/** Makes the world, crooked in one way or not at all. */
export function makeWorld(fraud: Fraud = {}): ProofWorld {
  const marks = fraud.marks?.(honestMarks()) ?? honestMarks();
  const scribe = new Scribe(fraud);
  addVersions(scribe);
  for (const placed of OPTIONS) addOption(scribe, marks, placed);
  addHeads(scribe, marks);
  addFill(scribe, { order: 500, n: 1, side: 'buy', quantity: '0.01234567', places: 8 });
  addFill(scribe, { order: 500, n: 2, side: 'sell', quantity: '1.00000000', places: 6 });
  addMovement(scribe, { id: 90, member: 7 });
  return { marks, entries: scribe.entries };
}

function addVersions(scribe: Scribe): void {
  scribe.add('settings', START_MS, 0, {
    version: 1,
    values: {
      line_delay: scribe.waits.lineDelayMs,
      line_within: scribe.waits.lineWithinMs,
      fresh_seconds: scribe.waits.freshMs / 1000,
      next_within: scribe.waits.nextWithinMs,
    },
  });
  const offer = { min: '1.00000000', max: '5000.00000000', rate: RATE, enabled: true };
  scribe.add('terms', START_MS, 0, { version: 1, values: DURATIONS.map((seconds) => ({ seconds, ...offer })) });
}

function addOption(scribe: Scribe, marks: readonly TapeMark[], placed: Placed): void {
  const { id, placedAtMs, seconds, direction, stake, member } = placed;
  const taken = scribe.commit('option-taken', id, 0, { direction, stake, member });
  const fields = {
    id,
    market: MARKET,
    seconds,
    accepted: iso(placedAtMs),
    rate: RATE,
    terms: 1,
    rules: 2,
    settings: 1,
    choice: choiceOf(direction, choiceSalt(taken.salt)),
    commit: taken.commit,
  };
  scribe.add('option-taken', placedAtMs, 1, fields, taken);
  const line = lineOf(marks, { placedAtMs, ...scribe.waits });
  if (line) scribe.add('option-line', line.timeMs + 50, 2, { id, seq: line.seq, hash: line.hash });
  const expiresAtMs = line && line.timeMs + seconds * 1000;
  const exit = expiresAtMs === undefined ? undefined : exitOf(marks, expiresAtMs, scribe.waits);
  const terms = { stake: amount(stake), rate: rate(RATE), unit: amount('0.00000001'), direction };
  const settlement = settleAt(terms, line?.price ?? null, exit);
  const settled = scribe.commit('option-settled', id, 0, { stake, profit: format(settlement.profit) });
  scribe.add(
    'option-settled',
    settledAt(scribe.waits, placedAtMs, expiresAtMs, exit?.timeMs),
    3,
    {
      id,
      exit: settlement.exit && { seq: settlement.exit.seq, hash: settlement.exit.hash },
      outcome: settlement.outcome,
      direction,
      salt: choiceSalt(taken.salt),
      commit: settled.commit,
    },
    settled,
  );
}

/** When an option is settled: without a line or an exit once their time is up. */
function settledAt(
  waits: Waits,
  placedAtMs: number,
  expiresAtMs: number | undefined,
  exitAtMs: number | undefined,
): number {
  if (expiresAtMs === undefined) return placedAtMs + waits.lineDelayMs + waits.lineWithinMs + 10;
  return exitAtMs === undefined ? expiresAtMs + waits.nextWithinMs + 10 : Math.max(expiresAtMs, exitAtMs) + 450;
}

/** The head of the tape each second. */
function addHeads(scribe: Scribe, marks: readonly TapeMark[]): void {
  for (let ms = START_MS + 500; ms <= START_MS + SECONDS * 1000; ms += 1_000) {
    const last = marks.findLast(({ timeMs }) => timeMs <= ms);
    if (last) scribe.add('tape', ms, 2, { market: MARKET, seq: last.seq, hash: last.hash, complete_to: iso(ms) });
  }
}

interface Filled {
  readonly order: number;
  readonly n: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly places: number;
}

const FILL_PRICE = price('64000.12345678');
const textOf = (units: bigint): string => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`;

function addFill(scribe: Scribe, { order, n, side, quantity, places }: Filled): void {
  const paid = (FILL_PRICE * amount(quantity)) / 10n ** 8n;
  const received = side === 'buy' ? amount(quantity) : paid;
  const unit = 10n ** BigInt(8 - places);
  const fee = (received / 1_000n / unit) * unit;
  // Salts are numbered from 0, fills from 1.
  const made = scribe.commit('fill', order, n - 1, { quantity, paid: textOf(paid), fee: textOf(fee), member: 7 });
  const fields = {
    order,
    n,
    market: MARKET,
    side,
    price: format(FILL_PRICE),
    book: 'bc'.repeat(32),
    fee_rate: '0.00100000',
    places,
    commit: made.commit,
  };
  scribe.add('fill', START_MS + 2_000 + n, 1, fields, made);
}

/** A transfer of a member from their funds to their options. */
function addMovement(scribe: Scribe, { id, member }: { readonly id: number; readonly member: number }): void {
  const line = { from: `member/${member}/1`, to: `member/${member}/2`, coin: 'USDT', amount: '12.34000000' };
  const made = scribe.commit('journal', id, 0, { id, lines: [line] });
  scribe.add('journal', START_MS + 2_010, 1, { kind: 'account-transfer', commit: made.commit }, made);
}
