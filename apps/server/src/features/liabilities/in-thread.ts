import { once } from 'node:events';
import type { TakenEpoch } from './take-epoch.ts';
import { startThread } from '../../platform/thread.ts';

/** Rows come in thousands and are done with at once: without a limit the thread would keep hundreds of megabytes of them. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };

interface Taking {
  /** The database's connection string. */
  readonly url: string;
  readonly folder: string;
  readonly epoch: number;
}

/**
 * Takes an epoch in a thread of its own (`takeEpoch`). Rejects with the thread's error, or when `signal` ends it: the
 * folder is then to be removed.
 */
export async function takeInThread(taking: Taking, signal: AbortSignal): Promise<TakenEpoch> {
  const thread = startThread(new URL('epoch-thread.ts', import.meta.url), {
    workerData: taking,
    resourceLimits: MEMORY,
  });
  const exited = once(thread, 'exit').catch(() => {});
  try {
    const [taken]: TakenEpoch[] = await once(thread, 'message', { signal });
    if (!taken) throw new Error('the thread answered nothing');
    await exited;
    return taken;
  } finally {
    await thread.terminate();
  }
}
