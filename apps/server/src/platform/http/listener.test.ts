import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createListener } from './listener.ts';

/** On its own connection; returns everything received until the server closes it. */
async function answerTo(text: string): Promise<string> {
  const server = createListener((_request, response) => response.end(), {
    headersTimeout: 50,
    requestTimeout: 50,
    connectionsCheckingInterval: 10,
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a silent connection is closed without an answer', async () => {
  expect(await answerTo('')).toBe('');
});

test('a request that does not end is answered 408', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /);
});
