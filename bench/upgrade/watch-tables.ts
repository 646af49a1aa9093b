import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Tables that members' calls read and write to. */
const TABLES = [
  'candle',
  'idempotency_key',
  'ledger_account',
  'ledger_journal',
  'member',
  'notice',
  'option_order',
  'sign_in',
  'spot_book',
  'spot_order',
] as const;
const EVERY_MS = 10;

interface Wait {
  /** `write spot_order` */
  readonly what: string;
  readonly ms: number;
}

/** Reads and writes each table all the time, until stopped; then the longest wait of each, the longest first. */
export async function watchTables(url: string): Promise<{ stop(): Promise<Wait[]> }> {
  const longest = new Map<string, number>();
  const state = { isOver: false };
  // Neither finds a row: what is measured is how long the table's lock is waited for.
  const looks = TABLES.flatMap((table) => [
    { what: `read ${table}`, text: `select 1 from ${table} limit 1` },
    { what: `write ${table}`, text: `delete from ${table} where false` },
  ]);
  const watching = looks.map(async ({ what, text }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      while (!state.isOver) {
        const began = performance.now();
        await client.query(text);
        longest.set(what, Math.max(longest.get(what) ?? 0, performance.now() - began));
        await delay(EVERY_MS);
      }
    } finally {
      await client.end();
    }
  });
  // All are connected.
  while (longest.size < looks.length) await delay(EVERY_MS);
  longest.clear();
  return {
    async stop() {
      state.isOver = true;
      await Promise.all(watching);
      return [...longest].map(([what, ms]) => ({ what, ms })).toSorted((a, b) => b.ms - a.ms);
    },
  };
}
