import type { Server } from 'node:http';

/** Of the ten seconds of `SIGTERM`, beside the wait for the proxy and the end of the database. */
const FINISH_WITHIN_MS = 5_000;
const REAP_EVERY_MS = 50;

/**
 * Stops listening, waits for requests in flight, and closes all connections after five seconds at most, in real time.
 */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const reaping = setInterval(() => server.closeIdleConnections(), REAP_EVERY_MS);
  const cutting = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
  try {
    await new Promise<void>((resolve) => {
      // Its only error: the server does not listen.
      server.close(() => resolve());
    });
  } finally {
    clearInterval(reaping);
    clearTimeout(cutting);
  }
}
