import type { Answer, Envelope, OptionOrder } from '@plimsoll/contract';

type Tick = Answer<'tape'>['list'][number];

/** A stretch of the public tape, by sequence. */
async function stretch(url: string, symbol: string, from: number): Promise<readonly Tick[]> {
  const response = await fetch(`${url}/api/tape?${new URLSearchParams({ symbol, from: String(from) })}`);
  const { code, msg, data } = await response.json() as Envelope<Answer<'tape'>>;
  if (code !== 1 || !data) throw new Error(`tape: ${msg}`);
  return data.list;
}

const shown = (tick: Tick | undefined) => tick && { seq: tick.seq, sourceMs: Date.parse(tick.source_time), timeMs: Date.parse(tick.time), price: tick.price };

/** A settled order with what the public tape says of its ticks, as `recompute.mjs` reads it. */
export async function writeDown(url: string, order: OptionOrder): Promise<string> {
  const [entry] = await stretch(url, order.symbol, order.entry_tick.seq);
  const [exit, next] = order.exit_tick ? await stretch(url, order.symbol, order.exit_tick.seq) : [];
  return JSON.stringify({
    id: order.order_id,
    direction: order.hyzd,
    stake: order.num,
    rate: order.rate,
    seconds: order.time,
    placedMs: Date.parse(order.buytime),
    expiresMs: Date.parse(order.selltime),
    entry: { ...shown(entry), price: order.buyprice },
    exit: exit ? { ...shown(exit), price: order.sellprice } : null,
    next: shown(next) ?? null,
    outcome: order.outcome,
    ploss: order.ploss,
  });
}
