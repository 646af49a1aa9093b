import { DIRECTION, OPTION_STATUS, type Input, type OptionOrder, OPTION_RULES } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { amount, format, price, rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

/** Under rules 1 entry, exit and last are ticks of the trades' tape, under rules 2 marks. */
export interface ShownRow {
  id: string;
  market_id: string;
  symbol: string;
  coinname: string;
  direction: 1 | 2;
  stake: string;
  decimals: number;
  terms_version: number;
  seconds: number;
  rate: string;
  fresh_ms: number;
  rules: 1 | 2;
  line_delay_ms: number | null;
  line_within_ms: number | null;
  next_within_ms: number | null;
  placed_at: Date;
  line_at: Date | null;
  expires_at: Date | null;
  status: 1 | 2;
  outcome: OptionOrder['outcome'];
  profit: string | null;
  settled_at: Date | null;
  journal: string | null;
  entry_seq: string | null;
  entry_price: string | null;
  entry_time: Date | null;
  entry_hash: string | null;
  entry_sources: string | null;
  exit_seq: string | null;
  exit_price: string | null;
  exit_time: Date | null;
  exit_hash: string | null;
  exit_sources: string | null;
  last_seq: string | null;
  last_price: string | null;
  last_time: Date | null;
  last_hash: string | null;
  last_sources: string | null;
}

/** Columns of a {@link ShownRow}, of `option_order o` and {@link SHOWN_JOINS}. */
export const SHOWN_COLUMNS = `o.id, o.market_id, m.symbol, b.title || '/' || q.title as coinname, o.direction, o.stake, o.decimals, o.terms_version, o.seconds, o.rate, o.fresh_ms,
  o.rules, o.line_delay_ms, o.line_within_ms, o.next_within_ms, o.placed_at, o.line_at, o.expires_at, o.status, o.outcome, o.profit, o.settled_at, j.id as journal,
  e.seq as entry_seq, e.price as entry_price, e.time as entry_time, encode(e.hash, 'hex') as entry_hash, e.sources as entry_sources,
  x.seq as exit_seq, x.price as exit_price, x.time as exit_time, encode(x.hash, 'hex') as exit_hash, x.sources as exit_sources,
  l.seq as last_seq, l.price as last_price, l.time as last_time, encode(l.hash, 'hex') as last_hash, l.sources as last_sources`;
/** The tick or mark of a number, by the option's rules. */
const named = (tick: string, mark: string): string => `lateral (
    select seq, price, receive_time as time, hash, null::text as sources from tick where market_id = o.market_id and seq = ${tick}
    union all select seq, price, time, hash, sources from mark where market_id = o.market_id and seq = ${mark})`;
// Journals each by itself, which the limit enforces: planned while the tables are new, a join would read those of all
// options later.
export const SHOWN_JOINS = `join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  left join ${named('o.entry_seq', 'o.line_seq')} e on true
  left join ${named('o.exit_seq', 'o.exit_mark')} x on true
  left join lateral (
    (select seq, price, receive_time as time, hash, null::text as sources from tick
      where o.outcome = 'void' and o.rules = ${OPTION_RULES.ticks} and market_id = o.market_id and receive_time <= o.expires_at order by receive_time desc, seq desc limit 1)
    union all
    (select seq, price, time, hash, sources from mark
      where o.outcome = 'void' and o.rules = ${OPTION_RULES.marks} and market_id = o.market_id and not held and time <= coalesce(o.expires_at, o.placed_at) order by time desc, seq desc limit 1)) l on true
  left join lateral (
    select id from ledger_journal
    where o.status = ${OPTION_STATUS.settled} and cause_kind = 'option-settle' and cause_id = o.id::text limit 1) j on true`;

const byId = sql<ShownRow>(
  'option.byId',
  `select ${SHOWN_COLUMNS} from option_order o ${SHOWN_JOINS} where o.id = $1 and o.member_id = $2`,
);
// A statement for each filter, and the page is cut before anything is joined: an index alone passes over those before
// it. Settled are all but the open ones, which are few.
const page = (name: string, filter: string, within = '') =>
  sql<ShownRow>(
    name,
    `
  select ${SHOWN_COLUMNS} from option_order o ${SHOWN_JOINS}
  where o.id = any (array(
    select id from option_order where member_id = $1 ${filter} ${within} order by id desc limit $2 offset $3))
  order by o.id desc`,
  );
const OPEN = `status = ${OPTION_STATUS.open}`;
const SETTLED = `id <> all (array(select id from option_order where member_id = $1 and ${OPEN}))`;
const pages = (name: string, within?: string) => ({
  0: page(`${name}All`, '', within),
  1: page(`${name}Open`, `and ${OPEN}`, within),
  2: page(`${name}Settled`, `and ${SETTLED}`, within),
});
const PAGES = pages('option.list');
const PAGES_WITHIN = pages('option.listWithin', 'and market_id = any ($4)');

export interface Looking {
  readonly memberId: string;
  readonly lang: string;
  readonly nowMs: number;
}

type NamedTick = NonNullable<OptionOrder['entry_tick']>;

const readSources = (written: string): NonNullable<NamedTick['sources']> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tape wrote it, and the mark's hash covers it
  JSON.parse(written) as NonNullable<NamedTick['sources']>;

function namedPrice(
  seq: string | null,
  at: string | null,
  time: Date | null,
  hash: string | null,
  sources: string | null,
): NamedTick | null {
  if (seq === null || at === null || time === null || hash === null) return null;
  // not money: the number of a mark or tick
  const tick = { seq: Number(seq), time: time.toISOString(), price: format(price(at)), hash };
  return sources === null ? tick : { ...tick, sources: readSources(sources) };
}

/** Seconds left, rounded up: the whole duration until the line is drawn. */
function countDown({ status, expires_at, seconds }: ShownRow, nowMs: number): number {
  if (status !== OPTION_STATUS.open) return 0;
  return expires_at ? Math.min(seconds, Math.max(0, Math.ceil((expires_at.getTime() - nowMs) / 1000))) : seconds;
}

/** An option as lists show it (docs/wire/options.md). */
export function shownOption(row: ShownRow, { lang, nowMs }: Omit<Looking, 'memberId'>): OptionOrder {
  const entry = namedPrice(row.entry_seq, row.entry_price, row.entry_time, row.entry_hash, row.entry_sources);
  const exit = namedPrice(row.exit_seq, row.exit_price, row.exit_time, row.exit_hash, row.exit_sources);
  return {
    order_id: Number(row.id),
    m_id: Number(row.market_id),
    symbol: row.symbol,
    coinname: row.coinname,
    status: row.status,
    is_win: row.outcome === 'win' ? 1 : 0,
    ploss: row.profit === null ? null : format(amount(row.profit)),
    sellprice: exit && exit.price,
    buyprice: entry && entry.price,
    time: row.seconds,
    count_down: countDown(row, nowMs),
    hyzd: row.direction,
    hyzd_text: translator(lang)(row.direction === DIRECTION.up ? 'terms.direction.up' : 'terms.direction.down'),
    num: format(amount(row.stake)),
    decimals: row.decimals,
    buytime: row.placed_at.toISOString(),
    linetime: (row.rules === OPTION_RULES.ticks ? row.placed_at : row.line_at)?.toISOString() ?? null,
    selltime: row.expires_at?.toISOString() ?? null,
    outcome: row.outcome,
    rate: format(rate(row.rate)),
    terms_version: row.terms_version,
    rules: row.rules,
    fresh_seconds: row.fresh_ms / 1000,
    line_delay: row.line_delay_ms,
    line_within: row.line_within_ms,
    next_within: row.next_within_ms,
    entry_tick: entry,
    exit_tick: exit,
    last_tick: namedPrice(row.last_seq, row.last_price, row.last_time, row.last_hash, row.last_sources),
    journal: row.journal === null ? null : Number(row.journal),
    paidtime: row.settled_at?.toISOString() ?? null,
  };
}

/** One of a member's own options (WIRE options.getHyOrderInfo); undefined when there is none. */
export async function showOption(query: Query, id: string, looking: Looking): Promise<OptionOrder | undefined> {
  const [row] = await query.run(byId, [id, looking.memberId]);
  return row && shownOption(row, looking);
}

/** One page of a member's options, newest first (WIRE options.getHyOrderList); `within` are markets, none: all. */
export async function listOptions(
  query: Query,
  { status = '0', page: number, limit }: Input<'getHyOrderList'>,
  { within = [], ...looking }: Looking & { readonly within?: readonly string[] },
): Promise<OptionOrder[]> {
  const wanted = [looking.memberId, limit, (number - 1) * limit];
  const rows = await (within.length === 0
    ? query.run(PAGES[status], wanted)
    : query.run(PAGES_WITHIN[status], [...wanted, within]));
  return rows.map((row) => shownOption(row, looking));
}
