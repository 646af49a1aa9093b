import { readFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

// Loaded into a server before its own code (`node --import`): shifts the machine's time by the milliseconds in
// CLOCK_FILE. SIGUSR2 reads it again, as if the machine's clock was set, in all threads; timers are unaffected.

const file = process.env['CLOCK_FILE'] ?? '';
const machineNow = Date.now.bind(Date);
const read = (): number => Number(readFileSync(file, 'utf8'));

let shiftMs = read();
Date.now = () => machineNow() + shiftMs;
const readAgain = (): void => {
  shiftMs = read();
};
// A signal comes to the main thread alone.
const others = new BroadcastChannel('shifted clock');
others.unref();
others.addEventListener('message', readAgain);
if (isMainThread)
  process.on('SIGUSR2', () => {
    readAgain();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of threads has no origin
    others.postMessage('set');
  });
