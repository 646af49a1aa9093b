import type { Answer, Envelope, OptionOrder } from '@plimsoll/contract';

type Mark = Answer<'tape'>['list'][number];

/** Marks on either side of the named one: a line's own second, and the neighbours of an exit. */
const BESIDE = 8;

async function around(url: string, symbol: string, seq: number): Promise<readonly Mark[]> {
  const query = new URLSearchParams({ symbol, from: String(Math.max(1, seq - BESIDE)), to: String(seq + BESIDE) });
  const response = await fetch(`${url}/api/tape?${query}`);
  const { code, msg, data }: Envelope<Answer<'tape'>> = await response.json();
  if (code !== 1 || !data) throw new Error(`tape: ${msg}`);
  return data.list;
}

/** A settled order with the public tape around its line and its exit, as `recompute.mjs` reads it. */
export async function writeDown(url: string, order: OptionOrder): Promise<string> {
  const { symbol, entry_tick: entry, exit_tick: exit } = order;
  return JSON.stringify({
    id: order.order_id,
    direction: order.hyzd,
    stake: order.num,
    rate: order.rate,
    seconds: order.time,
    placedMs: Date.parse(order.buytime),
    delayMs: order.line_delay,
    expiresMs: order.selltime === null ? null : Date.parse(order.selltime),
    line: entry && { seq: entry.seq, price: order.buyprice, marks: await around(url, symbol, entry.seq) },
    exit: exit && { seq: exit.seq, price: order.sellprice, marks: await around(url, symbol, exit.seq) },
    outcome: order.outcome,
    ploss: order.ploss,
  });
}
