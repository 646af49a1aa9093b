import type { Answer, OptionOrder } from '@plimsoll/contract';

type WireTick = Answer<'tradeTape'>['list'][number];
type WireMark = Answer<'tape'>['list'][number];

/** The stretch that decided an option: trades under rules 1, marks under rules 2. */
export type WireTape =
  | { readonly rules: 1; readonly list: readonly WireTick[] }
  | { readonly rules: 2; readonly list: readonly WireMark[] };

type AskTape<T> = (from: number) => Promise<readonly T[]>;

/** The longest cycle has far fewer pages. */
const MAX_PAGES = 200;
/** Marks read before the line: one before its moment proves that it was the first. */
const BEFORE_LINE = 10;

/** A tape from a sequence on, up to and with the first tick beyond a moment; `after` more are kept. */
export async function stretchTo<T extends { readonly seq: number; readonly time: string }>(
  fromSeq: number,
  endMs: number,
  ask: AskTape<T>,
  after: number,
): Promise<readonly T[]> {
  const stretch: T[] = [];
  let from = fromSeq;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await ask(from);
    const last = page.at(-1);
    if (!last || last.seq < from) break;
    stretch.push(...page);
    from = last.seq + 1;
    if (Date.parse(last.time) > endMs) break;
  }
  const end = stretch.findIndex(({ time }) => Date.parse(time) > endMs);
  return end < 0 ? stretch : stretch.slice(0, end + after);
}

/**
 * The bounds of the stretch that decided an option: its first sequence, and the moment that a tick must lie beyond.
 */
export function stretchBounds(order: OptionOrder): { readonly fromSeq: number; readonly endMs: number } {
  const { selltime, entry_tick: entry, exit_tick: exit, last_tick: last } = order;
  if (order.rules === 1) return { fromSeq: entry?.seq ?? 1, endMs: Date.parse(selltime ?? order.buytime) };
  if (entry === null || selltime === null)
    return {
      fromSeq: last?.seq ?? 1,
      endMs: Date.parse(order.buytime) + (order.line_delay ?? 0) + (order.line_within ?? 0),
    };
  return {
    fromSeq: Math.max(1, entry.seq - BEFORE_LINE),
    endMs: Date.parse(selltime) + (exit === null ? (order.next_within ?? 0) : 0),
  };
}

/** True when a tape goes on beyond the moment that proves an option's end: nothing earlier can come any more. */
export const goesBeyond = ({ list }: WireTape, order: OptionOrder): boolean =>
  Date.parse(list.at(-1)?.time ?? '') > stretchBounds(order).endMs;
