import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { openDb } from '../../platform/db.ts';
import { takeEpoch } from './take-epoch.ts';

// The thread that takes an epoch: hashing a million members' leaves would hold up requests for half a minute.

async function takeFor(port: MessagePort): Promise<void> {
  const { url, folder, epoch } = z.object({ url: z.string(), folder: z.string(), epoch: z.int() }).parse(workerData);
  // Its statements read whole tables, within limits of their own.
  const db = openDb(url, { connections: 1, statementMs: 0 });
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    port.postMessage(await takeEpoch(db, { folder, epoch }));
  } finally {
    await db.close();
  }
}

if (parentPort) await takeFor(parentPort);
