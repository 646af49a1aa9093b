import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { expect, vi } from 'vitest';
import type { openCcxt } from './ccxt.ts';

type Exchange = Awaited<ReturnType<typeof openCcxt>>;

/** What a spy saw of ccxt's messages. */
export interface Received {
  readonly mock: { readonly calls: readonly (readonly unknown[])[] };
}

/** Resolves when the server has answered a subscription. */
export const subscribed = (received: Received, channel: string): Promise<void> =>
  vi.waitFor(
    () => {
      const answered = received.mock.calls
        .map(([, message]) => Object(message))
        .filter(({ action }) => action === 'sub');
      expect(answered.map(({ ch }) => String(ch))).toContain(channel);
    },
    { timeout: 30_000, interval: 20 },
  );

/** The balances that a program is pushed at its subscription, read by hand. */
export async function pushedBalances(
  serverUrl: string,
  exchange: Pick<Exchange, 'apiKey' | 'secret'>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const host = new URL(serverUrl).host;
  const socket = new WebSocket(`ws://${host}/ws/v2`);
  const pushed: Readonly<Record<string, unknown>>[] = [];
  const timestamp = new Date().toISOString().slice(0, 19);
  const query = `accessKey=${exchange.apiKey}&signatureMethod=HmacSHA256&signatureVersion=2.1&timestamp=${encodeURIComponent(timestamp)}`;
  const signature = createHmac('sha256', exchange.secret).update(`GET\n${host}\n/ws/v2\n${query}`).digest('base64');
  await new Promise<void>((resolve) => {
    socket.on('open', () => {
      const params = {
        authType: 'api',
        accessKey: exchange.apiKey,
        signatureMethod: 'HmacSHA256',
        signatureVersion: '2.1',
        timestamp,
        signature,
      };
      socket.send(JSON.stringify({ action: 'req', ch: 'auth', params }));
    });
    socket.on('message', (data: Buffer) => {
      const message: Readonly<Record<string, unknown>> = Object(JSON.parse(data.toString()));
      if (message['ch'] === 'auth' && message['code'] === 200)
        socket.send(JSON.stringify({ action: 'sub', ch: 'accounts.update#2' }));
      if (message['action'] !== 'push') return;
      const held: Readonly<Record<string, unknown>> = Object(message['data']);
      pushed.push(held);
      if (held['currency'] === 'usdt') resolve();
    });
  });
  socket.close();
  return pushed;
}
