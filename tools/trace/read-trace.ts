import { traceEntries, type TracedEntry } from '../../apps/server/src/features/proof/index.ts';
import { sql, type Query } from '../../apps/server/src/platform/db.ts';

/** What can be followed. */
export const TRACED = ['order', 'option', 'request'] as const;

interface Click {
  request_id: string | null;
  call: string;
  at: Date;
  member_id: string;
  thing: string | null;
}
const clicks = sql<Click>(
  'trace.clicks',
  `select request_id, call, at, member_id, answer->'value'->>'id' as thing from idempotency_key
   where member_id = $1 and call = any ($2::text[]) and answer->'value'->>'id' = $3 order by at`,
);
const clicksOfRequest = sql<Click>(
  'trace.clicksOfRequest',
  `select request_id, call, at, member_id, answer->'value'->>'id' as thing from idempotency_key
   where request_id = $1 order by at`,
);

interface Thing {
  member_id: string;
  line: string;
}
const order = sql<Thing>(
  'trace.order',
  `select o.member_id, format('%s %s %s%s, %s, filled %s of %s, fee %s, placed %s', m.symbol,
     case o.side when 1 then 'buy' else 'sell' end, case when o.limit_price is null then 'market' else 'limit' end,
     coalesce(' at ' || trim_scale(o.limit_price)::text, ''),
     case o.status when 1 then 'open' when 2 then 'completed' else 'cancelled' end, trim_scale(o.filled),
     coalesce(trim_scale(o.quantity)::text, 'what ' || trim_scale(o.budget)::text || ' buys'), trim_scale(o.fee),
     to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as line
   from spot_order o join market m on m.id = o.market_id where o.id = $1`,
);
const option = sql<Thing>(
  'trace.option',
  `select o.member_id, format('%s %s for %s s, stake %s, %s, placed %s', m.symbol,
     case o.direction when 1 then 'up' else 'down' end, o.seconds, trim_scale(o.stake),
     coalesce(o.outcome, 'in progress'),
     to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as line
   from option_order o join market m on m.id = o.market_id where o.id = $1`,
);
const fills = sql<{ line: string }>(
  'trace.fills',
  `select format('%s at %s for %s, fee %s, of the book %s', trim_scale(f.quantity), trim_scale(f.price),
     trim_scale(f.paid), trim_scale(f.fee), left(encode(k.hash, 'hex'), 16)) as line
   from spot_fill f join spot_order o on o.id = f.order_id
   join spot_book k on k.market_id = o.market_id and k.seq = f.book_seq where f.order_id = $1 order by f.n`,
);

interface JournalRow {
  id: string;
  cause: string;
  actor: string;
  at: Date;
  lines: string[];
  batch: string;
  first: string;
  last: string;
  hash: string;
}
const journals = sql<JournalRow>(
  'trace.journals',
  `select j.id, j.cause_kind || ' ' || j.cause_id as cause, j.actor_kind || coalesce(' ' || j.actor_id, '') as actor, j.at,
     array(select format('%s %s from %s%s to %s%s', trim_scale(t.amount), c.title,
         coalesce(f.house, 'member ' || f.member_id), case when t.from_frozen then ', held' else '' end,
         coalesce(g.house, 'member ' || g.member_id), case when t.to_frozen then ', held' else '' end)
       from ledger_transfer t join ledger_account f on f.id = t.from_account join ledger_account g on g.id = t.to_account
       join coin c on c.id = f.coin_id where t.journal_id = j.id order by t.line) as lines,
     b.id as batch, b.first_journal as first, b.last_journal as last, encode(b.hash, 'hex') as hash
   from ledger_journal j
   join lateral (select * from ledger_batch where last_journal >= j.id and first_journal <= j.id order by id limit 1) b on true
   where j.cause_kind = any ($1) and (j.cause_id = $2 or j.cause_id like $2 || '.%') order by j.id`,
);

/** What each kind is made by, and the kinds of its journals. */
const WAYS = {
  order: {
    calls: ['upbbbuy', 'trademoveOrder', 'tradecancelOrder'],
    causes: ['spot-place', 'spot-fill', 'spot-cancel', 'spot-end'],
    thing: order,
    receipt: 'fill',
  },
  option: { calls: ['creatorder'], causes: ['option-open', 'option-settle'], thing: option, receipt: 'option' },
} as const;

/** One order or option from the click to the chain. */
export interface Trace {
  readonly what: 'order' | 'option';
  readonly id: string;
  readonly memberId: string;
  readonly line: string;
  readonly clicks: readonly Click[];
  readonly fills: readonly string[];
  readonly journals: readonly JournalRow[];
  readonly entries: readonly TracedEntry[];
}

/** Follows an order or an option; undefined when there is none. Reads alone. */
export async function readTrace(query: Query, what: 'order' | 'option', id: string): Promise<Trace | undefined> {
  const { calls, causes, thing, receipt } = WAYS[what];
  const [found] = await query.run(thing, [id]);
  if (!found) return undefined;
  const { member_id: memberId, line } = found;
  return {
    what,
    id,
    memberId,
    line,
    clicks: await query.run(clicks, [memberId, calls, id]),
    fills: what === 'order' ? (await query.run(fills, [id])).map((each) => each.line) : [],
    journals: await query.run(journals, [causes, id]),
    entries: await traceEntries(query, memberId, { kind: receipt, id }),
  };
}

/** What a request did that moved money: its calls, and the order or option that each made. */
export async function readRequest(query: Query, requestId: string): Promise<readonly Trace[]> {
  const traces: Trace[] = [];
  for (const { call, thing } of await query.run(clicksOfRequest, [requestId])) {
    const what = WAYS.order.calls.some((each) => each === call) ? 'order' : 'option';
    const trace = thing === null ? undefined : await readTrace(query, what, thing);
    if (trace) traces.push(trace);
  }
  return traces;
}
