import { DIRECTION, OPTION_STATUS, type Input, type OptionOrder } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { amount, format, price, rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

/** What {@link shownOption} reads. */
export interface ShownRow {
  id: string; market_id: string; symbol: string; coinname: string; direction: 1 | 2; stake: string; decimals: number; terms_version: number; seconds: number; rate: string; fresh_ms: number;
  placed_at: Date; expires_at: Date; status: 1 | 2; outcome: OptionOrder['outcome']; profit: string | null; settled_at: Date | null; journal: string | null;
  entry_seq: string; entry_price: string; entry_time: Date; entry_hash: string;
  exit_seq: string | null; exit_price: string | null; exit_time: Date | null; exit_hash: string | null;
  last_seq: string | null; last_price: string | null; last_time: Date | null; last_hash: string | null;
}

/** Columns of a {@link ShownRow}, of `option_order o` and what it is joined with. */
export const SHOWN_COLUMNS = `o.id, o.market_id, m.symbol, b.title || '/' || q.title as coinname, o.direction, o.stake, o.decimals, o.terms_version, o.seconds, o.rate, o.fresh_ms,
  o.placed_at, o.expires_at, o.status, o.outcome, o.profit, o.settled_at, j.id as journal,
  o.entry_seq, o.entry_price, e.receive_time as entry_time, encode(e.hash, 'hex') as entry_hash,
  o.exit_seq, o.exit_price, x.receive_time as exit_time, encode(x.hash, 'hex') as exit_hash,
  l.seq as last_seq, l.price as last_price, l.receive_time as last_time, encode(l.hash, 'hex') as last_hash`;
export const SHOWN_JOINS = `join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
  left join tick x on x.market_id = o.market_id and x.seq = o.exit_seq
  left join lateral (
    select seq, price, receive_time, hash from tick where o.outcome = 'void' and market_id = o.market_id and receive_time <= o.expires_at
    order by receive_time desc, seq desc limit 1) l on true
  left join ledger_journal j on o.status = 2 and j.cause_kind = 'option-settle' and j.cause_id = o.id::text`;

const byId = sql<ShownRow>('option.byId', `select ${SHOWN_COLUMNS} from option_order o ${SHOWN_JOINS} where o.id = $1 and o.member_id = $2`);
// One statement a filter, so that each has the index made for it.
const page = (name: string, filter: string) => sql<ShownRow>(name, `
  select ${SHOWN_COLUMNS} from (select * from option_order where member_id = $1 ${filter} order by id desc limit $2 offset $3) o ${SHOWN_JOINS} order by o.id desc`);
const PAGES = { 0: page('option.listAll', ''), 1: page('option.listOpen', 'and status = 1'), 2: page('option.listSettled', 'and status = 2') };

/** Who looks, and when. */
export interface Looking {
  readonly memberId: string;
  readonly lang: string;
  readonly nowMs: number;
}

function namedTick(seq: string, at: string, time: Date, hash: string): OptionOrder['entry_tick'];
function namedTick(seq: string | null, at: string | null, time: Date | null, hash: string | null): OptionOrder['exit_tick'];
function namedTick(seq: string | null, at: string | null, time: Date | null, hash: string | null): OptionOrder['exit_tick'] {
  if (seq === null || at === null || time === null || hash === null) return null;
  // not money: a tick's number
  return { seq: Number(seq), time: time.toISOString(), price: format(price(at)), hash };
}

/** An option as lists show it (wire, Options). */
export function shownOption(row: ShownRow, { lang, nowMs }: Omit<Looking, 'memberId'>): OptionOrder {
  const isOpen = row.status === OPTION_STATUS.open;
  const exit = namedTick(row.exit_seq, row.exit_price, row.exit_time, row.exit_hash);
  return {
    order_id: Number(row.id),
    m_id: Number(row.market_id),
    symbol: row.symbol,
    coinname: row.coinname,
    status: row.status,
    is_win: row.outcome === 'win' ? 1 : 0,
    ploss: row.profit === null ? null : format(amount(row.profit)),
    sellprice: exit && exit.price,
    buyprice: format(price(row.entry_price)),
    time: row.seconds,
    count_down: isOpen ? Math.max(0, Math.ceil((row.expires_at.getTime() - nowMs) / 1000)) : 0,
    hyzd: row.direction,
    hyzd_text: translator(lang)(row.direction === DIRECTION.up ? 'terms.direction.up' : 'terms.direction.down'),
    num: format(amount(row.stake)),
    decimals: row.decimals,
    buytime: row.placed_at.toISOString(),
    selltime: row.expires_at.toISOString(),
    outcome: row.outcome,
    rate: format(rate(row.rate)),
    terms_version: row.terms_version,
    fresh_seconds: row.fresh_ms / 1000,
    entry_tick: namedTick(row.entry_seq, row.entry_price, row.entry_time, row.entry_hash),
    exit_tick: exit,
    last_tick: namedTick(row.last_seq, row.last_price, row.last_time, row.last_hash),
    journal: row.journal === null ? null : Number(row.journal),
    paidtime: row.settled_at?.toISOString() ?? null,
  };
}

/** One of a member's own options (wire, getHyOrderInfo); undefined when there is none by that number. */
export async function showOption(query: Query, id: string, looking: Looking): Promise<OptionOrder | undefined> {
  const [row] = await query.run(byId, [id, looking.memberId]);
  return row && shownOption(row, looking);
}

/** One page of a member's options, newest first (wire, getHyOrderList). */
export async function listOptions(query: Query, { status = '0', page: number, limit }: Input<'getHyOrderList'>, looking: Looking): Promise<OptionOrder[]> {
  const rows = await query.run(PAGES[status], [looking.memberId, limit, (number - 1) * limit]);
  return rows.map((row) => shownOption(row, looking));
}
