import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { runAudit } from '../../ledger/index.ts';
import { openDb } from '../../platform/db.ts';
import type { RanRun } from './in-thread.ts';

// The thread that audits: a connection of its own, and a heap of its own for what it finds.

const ASKED = z.object({
  url: z.string(),
  kind: z.enum(['incremental', 'all']),
  audits: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      wrong: z.string(),
      figures: z.string(),
      after: z.object({ wrong: z.string(), figures: z.string().exactOptional() }).nullable().exactOptional(),
    }),
  ),
  beganMs: z.number(),
  statementMs: z.int(),
});

async function auditFor(port: MessagePort): Promise<void> {
  const { url, audits, beganMs, ...options } = ASKED.parse(workerData);
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  // Its statements read whole tables, within limits of their own.
  const db = openDb(url, { connections: 1, statementMs: 0 });
  try {
    const report = await runAudit(db, audits, { ...options, clock: { nowMs: () => beganMs + elapsedMs() } });
    const { ok, kind, lines, rowsRead } = report;
    const ran: RanRun = { isClean: ok, read: kind, seconds: elapsedMs() / 1000, lines, rowsRead };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    port.postMessage(ran);
  } finally {
    await db.close();
  }
}

if (parentPort) await auditFor(parentPort);
