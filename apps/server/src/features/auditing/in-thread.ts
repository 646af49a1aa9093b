import { once } from 'node:events';
import type { AuditKind, SliceAudit } from '../../ledger/index.ts';
import { startThread } from '../../platform/thread.ts';

/** The thread only hands statements on and collects lines. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** What the thread is to do. */
interface AskedRun {
  /** The database's connection string. */
  readonly url: string;
  readonly kind: AuditKind;
  readonly audits: readonly SliceAudit[];
  /** By the server's clock, which the thread counts on from. */
  readonly beganMs: number;
  readonly statementMs: number;
}

/** What came of it; it is recorded. */
export interface RanRun {
  readonly isClean: boolean;
  /** What was read. */
  readonly read: AuditKind;
  readonly seconds: number;
  /** The first of what was found. */
  readonly lines: readonly string[];
  readonly rowsRead: number;
}

/** Audits in a thread of its own. Rejects with the thread's error, or when `signal` ends it: nothing is recorded then. */
export async function auditInThread(asked: AskedRun, signal: AbortSignal): Promise<RanRun> {
  const thread = startThread(new URL('audit-thread.ts', import.meta.url), {
    workerData: asked,
    resourceLimits: MEMORY,
  });
  const exited = once(thread, 'exit').catch(() => {});
  try {
    const [ran]: RanRun[] = await once(thread, 'message', { signal });
    if (!ran) throw new Error('the thread answered nothing');
    await exited;
    return ran;
  } finally {
    await thread.terminate();
  }
}
