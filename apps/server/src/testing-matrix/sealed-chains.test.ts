import { afterAll, beforeAll, expect, test } from 'vitest';
import { liabilitiesAudits } from '../features/liabilities/index.ts';
import { optionAudits } from '../features/options/index.ts';
import { proofAudits } from '../features/proof/index.ts';
import { auditLedger, shapeAudits, type AuditKind } from '../ledger/index.ts';
import { tapeAudits } from '../market/index.ts';
import { appendTicks } from '../market/tape/store.ts';
import { sql } from '../platform/db.ts';
import { openLogWorld, type LogWorld } from '../testing/log-world.ts';
import { sealAudit } from '../testing/seal-audit.ts';

// Each chain that a seal names, with entries below the seal and above it.

const AUDITS = [...shapeAudits, ...optionAudits, ...proofAudits, ...tapeAudits, ...liabilitiesAudits];
let world: LogWorld;
let member: string;
let texts = 0;
const raw = (text: string) => sql<never>(`sealedChains.${(texts += 1)}`, text);

/** An option that ends, ticks, marks with a gap, the public log, an epoch of liabilities. */
async function aWhile(): Promise<void> {
  const { market, clock, options } = world;
  for (const price of ['100', '101', '102']) {
    await appendTicks(world.db, 'simulated', [market.setTick('btcusdt', price)], null);
    market.setMark('btcusdt', price);
    clock.advance(500);
  }
  await options.withLine(member, { seconds: 30 });
  clock.advance(30_000);
  market.setMark('btcusdt', '103');
  clock.advance(500);
  await options.settle();
  await market.keep();
  await world.follow();
  await world.takeEpoch();
}

beforeAll(async () => {
  world = await openLogWorld();
  member = await world.options.staker('1000');
  await aWhile();
  await sealAudit(world.db, world.owner, AUDITS);
  await aWhile();
});
afterAll(() => world.close());

const undone = new Error('undone');
/** What a run finds after a change with the triggers off, which is then undone. */
async function found(kind: AuditKind, change: string): Promise<string[]> {
  const names: string[] = [];
  const [, table = ''] = /^(?:update|delete from) (\w+)/.exec(change) ?? [];
  await world.owner
    .transaction(async (tx) => {
      await tx.run(raw(`alter table ${table} disable trigger user`));
      await tx.run(raw(change));
      const inside = { ...world.owner, snapshot: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
      const { checks } = await auditLedger(inside, AUDITS, { kind });
      names.push(...checks.filter(({ ok }) => !ok).map(({ name }) => name));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return names;
}

test('what came after the seal on every chain is read and found right, also once it is sealed', async () => {
  const report = await auditLedger(world.db, AUDITS, { kind: 'incremental' });
  expect([report.seal, report.checks.flatMap(({ rows }) => rows)]).toEqual(['1', []]);
  const [seal] = await world.owner.run(
    sql<{ ends: Record<string, unknown> }>('sealedChains.ends', 'select ends from audit_seal'),
  );
  expect(seal?.ends).toMatchObject({ epoch: 1, ticks: { '1': expect.any(Number) as number } });
});

test.each<[chain: string, change: (end: 'min' | 'max') => string, found: string]>([
  [
    'the marks',
    (end) => `update mark set sources = sources || ' ' where seq = (select ${end}(seq) from mark)`,
    'each mark carries its hash, names the one before it and is the median of its sources',
  ],
  [
    'the gaps of marks',
    (end) => `delete from mark_gap where from_at = (select ${end}(from_at) from mark_gap)`,
    'each stretch without a mark that settles is on the public list, and nothing else',
  ],
  [
    'the ticks',
    (end) => `update tick set price = price + 1 where seq = (select ${end}(seq) from tick)`,
    'each tick carries its hash and names the one before it',
  ],
  [
    'the public log',
    (end) =>
      `update log_batch set lines = array_fill('x'::text, array[cardinality(lines)]) where first_index = (select ${end}(first_index) from log_batch)`,
    'the public log is one chain of batches, each with the root of its entries, and its head is their end',
  ],
  [
    'the epochs of liabilities',
    (end) =>
      `update liability_epoch set totals[1] = totals[1] + 1 where epoch = (select ${end}(epoch) from liability_epoch)`,
    'the totals of each epoch of liabilities, and its house accounts, are what the journal says at its batch',
  ],
])(
  'a change of %s is found by an incremental run after the seal, and below it by a run that reads everything',
  async (_, change, name) => {
    expect(await found('incremental', change('max'))).toContain(name);
    expect(await found('incremental', change('min'))).not.toContain(name);
    expect(await found('all', change('min'))).toContain(name);
  },
);
