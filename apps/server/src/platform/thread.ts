import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread that runs the file at `entry`; its compiled files are kept for the next start. */
export const startThread = (entry: URL, options: Omit<WorkerOptions, 'argv'>): Worker =>
  new Worker(new URL('thread-main.ts', import.meta.url), { ...options, argv: [entry.href] });
