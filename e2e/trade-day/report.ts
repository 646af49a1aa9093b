import { amount, format, formatShort, plus, price, ZERO, type Amount } from '@plimsoll/money';
import type { Check } from './checks.ts';
import type { Kept } from './kept.ts';
import type { MemberRecord } from './record.ts';

/** Course of a run, in real time. */
export interface Course {
  readonly killedAt: Date;
  readonly awayMs: number;
  readonly tradedMs: number;
}

const MAX_SHOWN = 20;

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const total = (records: readonly MemberRecord[], count: (record: MemberRecord) => number): number =>
  records.reduce((sum, record) => sum + count(record), 0);

export function printDay(
  records: readonly MemberRecord[],
  { orders, fills, crossed }: Kept,
  { killedAt, awayMs, tradedMs }: Course,
): void {
  const refused = new Map<string, number>();
  for (const record of records)
    for (const [reason, count] of record.refused) refused.set(reason, (refused.get(reason) ?? 0) + count);
  const bySymbol = Map.groupBy(fills, ({ symbol }) => symbol);
  say('');
  say(
    `traded      ${(tradedMs / 60_000).toFixed(1)} minutes, ${records.length} members, ${total(records, ({ submits }) => submits)} submits`,
  );
  say(`orders      ${orders.length}, cancelled ${total(records, ({ cancels }) => cancels)}, fills ${fills.length}`);
  for (const [symbol, each] of [...bySymbol].toSorted(([, a], [, b]) => b.length - a.length)) {
    const volume = each.reduce<Amount>((sum, fill) => plus(sum, amount(fill.paid)), ZERO);
    say(
      `  ${symbol.padEnd(10)}${String(each.length).padStart(7)} fills, volume ${formatShort(volume)} of the quote coin`,
    );
  }
  say(`refused     ${[...refused].map(([reason, count]) => `${reason} ${count}`).join(', ') || 'nothing'}`);
  say(
    `power cut   ${killedAt.toISOString()}, away for ${Math.round(awayMs)} ms, ${total(records, ({ askedAgain }) => askedAgain)} submits asked again with their keys`,
  );
  if (crossed) {
    say(
      `crossed     ${crossed.first.toISOString()} to ${crossed.last.toISOString()} of the file, btcusdt from ${format(price(crossed.low))} to ${format(price(crossed.high))}, ${crossed.ticks} ticks`,
    );
  }
  say('');
}

/** Prints each check with its first failures; true without any. */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { name, counted, wrong } of checks) {
    say(`${wrong.length === 0 ? 'ok ' : 'OFF'} ${name}: ${counted}`);
    for (const line of wrong.slice(0, MAX_SHOWN)) say(`      ${line}`);
    if (wrong.length > MAX_SHOWN) say(`      and ${wrong.length - MAX_SHOWN} more`);
  }
  return checks.every(({ wrong }) => wrong.length === 0);
}
