import type { Answer, Envelope, OptionOrder } from '@plimsoll/contract';

type Tick = Answer<'tape'>['list'][number];

/** Where the next tick surely is: the shorter reach first, for a replay shows hundreds a second; the longer over the time the server was away. */
const REACHES = [50, 120_000] as const;

/** A tick of the public tape, and the one after it if there is any. Sequences are near the time in ms. */
async function twoFrom(url: string, symbol: string, seq: number): Promise<readonly Tick[]> {
  let found: readonly Tick[] = [];
  for (const reach of REACHES) {
    const query = new URLSearchParams({ symbol, from: String(seq), to: String(seq + reach) });
    const { code, msg, data } = await (await fetch(`${url}/api/tape?${query}`)).json() as Envelope<Answer<'tape'>>;
    if (code !== 1 || !data) throw new Error(`tape: ${msg}`);
    found = data.list;
    if (found.length > 1) break;
  }
  return found;
}

const shown = (tick: Tick | undefined) => tick && { seq: tick.seq, sourceMs: Date.parse(tick.source_time), timeMs: Date.parse(tick.time), price: tick.price };

/** A settled order with what the public tape says of its ticks, as `recompute.mjs` reads it. */
export async function writeDown(url: string, order: OptionOrder): Promise<string> {
  const [entry] = await twoFrom(url, order.symbol, order.entry_tick.seq);
  const [exit, next] = order.exit_tick ? await twoFrom(url, order.symbol, order.exit_tick.seq) : [];
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
