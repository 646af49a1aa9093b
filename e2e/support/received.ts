import { gunzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

// What the server's stream sends a page.

/** The member's news has begun: what was read before is old from then on, and its polls count from there. */
export const NEWS_BEGUN = { login: 'ok' };

/** What the page's sockets receive, but pings. */
export function receivedBy(page: Page): object[] {
  const received: object[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = typeof payload === 'string' ? payload : gunzipSync(payload).toString();
      if (text === 'ping') return;
      const message: object = JSON.parse(text);
      received.push(message);
    }),
  );
  return received;
}
/** Waits for a message with these fields. */
export const has = (
  received: readonly object[],
  message: Readonly<Record<string, unknown>>,
  timeout = 20_000,
): Promise<void> => expect.poll(() => received, { timeout }).toContainEqual(expect.objectContaining(message));
