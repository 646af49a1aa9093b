import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { systemClock } from '../../platform/clock.ts';
import { openDb } from '../../platform/db.ts';
import { alwaysHeld, DatabaseLease, LEASE_LIFE_MS } from '../../platform/lease.ts';
import { appendHere } from './appender.ts';
import type { ThreadData, ToHost, ToThread } from './in-thread.ts';
import { openLogPlace } from './log-place.ts';

// The thread that appends to the public log: in the main one each entry would take from the next order's time.

/** Of the kernel's -20 to 19: orders go first where processors are short, and the log still gets a third of one. */
const NICENESS = 5;

/** Lowers this thread's priority where the kernel has one for each thread (Linux); elsewhere nothing. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
}

async function append(port: MessagePort, { url, place, isAlone, begun }: ThreadData): Promise<void> {
  const report = (message: ToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    port.postMessage(message);
  };
  const db = openDb(url, { connections: 2 });
  // A renewal that waits behind other statements would come too late.
  const leasing = isAlone ? undefined : openDb(url, { connections: 1, statementMs: LEASE_LIFE_MS });
  const log = { error: (details: object, message: string) => report({ error: { details, message } }) };
  const clock = systemClock;
  const lease = leasing ? new DatabaseLease({ name: 'log', db: leasing, clock, log }) : alwaysHeld;
  const store = openLogPlace(place);
  const worker = appendHere({ db, clock, log, lease, store })({
    begun: () => begun,
    tookSeconds: (tookSeconds) => report({ tookSeconds }),
  });
  port.on('message', (message: ToThread) => {
    if (message === 'wake') {
      worker.wake();
      return;
    }
    void worker
      .stop()
      .then(() => leasing?.close())
      .then(() => db.close())
      .finally(() => port.close());
  });
  await worker.start();
  // Only now: the server's start has waited for it.
  stepBack();
  report('started');
}

if (parentPort) {
  // The host made it, of this very type.
  const data: ThreadData = workerData;
  await append(parentPort, data);
}
