import { expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { appendInThread } from './in-thread.ts';

test('a thread of the log that fails is logged, and another is started a second later', async () => {
  const clock = new ManualClock(0);
  const logged: string[] = [];
  const thread = appendInThread({
    // Nobody listens there: it cannot take the lease.
    url: 'postgres://nobody@127.0.0.1:1/none',
    place: { folder: '/nonexistent' },
    isAlone: false,
    clock,
    log: {
      error: (_details, message) => {
        logged.push(message);
      },
    },
  })({ begun: () => ({ origin: 'a.example/log', commitmentKey: new Uint8Array(32), seeds: [] }), tookSeconds() {} });
  await thread.start();
  const failed = 'public log thread failed, restarting';
  await expect.poll(() => logged).toEqual([failed]);
  // The end of the thread comes after its error.
  await expect
    .poll(() => {
      clock.advance(1_000);
      return logged;
    })
    .toEqual([failed, failed]);
  await thread.stop();
});
