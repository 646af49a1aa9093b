import type { Server } from 'node:http';

/**
 * `SIGTERM` must end all within ten seconds, a wait for the proxy and the database's own end among them; what is still
 * in flight after five is cut.
 */
const FINISH_WITHIN_MS = 5_000;
const REAP_EVERY_MS = 50;

/**
 * Takes no new connection, waits for the requests in flight, and ends every connection: idle ones as they fall idle, all
 * of them after five seconds. In real time, whatever the clock.
 */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const reaping = setInterval(() => server.closeIdleConnections(), REAP_EVERY_MS);
  const cutting = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
  try {
    await new Promise<void>((resolve) => {
      // The one error there is says that the server no longer listens.
      server.close(() => resolve());
    });
  } finally {
    clearInterval(reaping);
    clearTimeout(cutting);
  }
}
