import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireFreePort } from './free-port.ts';
import { portOf } from './listening-port.ts';
import { RefusedStart } from './refused-start.ts';

test('a port that another program has is named with its variable, before anything is done', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    taken.close();
  });
  const place = { variable: 'METRICS_PORT', host: '127.0.0.1', port: portOf(taken) };
  const refused = requireFreePort(place);
  await expect(refused).rejects.toThrow(RefusedStart);
  await expect(refused).rejects.toThrow(
    `The server cannot listen on 127.0.0.1, port ${place.port} (METRICS_PORT): another program listens there.`,
  );
});

test('an address that this machine lacks is refused, a free port and any port are not', async () => {
  await expect(requireFreePort({ variable: 'PORT', host: '192.0.2.1', port: 7499 })).rejects.toThrow(
    'this machine has no such address',
  );
  await expect(requireFreePort({ variable: 'PORT', host: '127.0.0.1', port: 0 })).resolves.toBeUndefined();
});
