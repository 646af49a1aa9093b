import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from './clock.ts';
import { serviceManager } from './service-manager.ts';

/** A program in place of systemd's, which writes down what it is started with, a line each. */
function recording() {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = join(folder, 'record');
  writeFileSync(record, '');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${record}'\n`, {
    mode: 0o755,
  });
  return { PATH: `${folder}:/bin`, lines: () => readFileSync(record, 'utf8').trim().split('\n') };
}
const quiet = { error: () => {} };

test('systemd is notified that the process serves, three times in each watch that it lives, and that it ends', async () => {
  const { PATH, lines } = recording();
  const clock = new ManualClock(0);
  const manager = serviceManager({ PATH, NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '30000000' }, clock, quiet);
  const expected: string[] = [];
  const receives = async (words: string) => {
    expected.push(`/run/notify ${words}`);
    await vi.waitFor(() => expect(lines()).toEqual(expected));
  };
  manager.ready();
  await receives('READY=1');
  for (let sign = 0; sign < 4; sign += 1) {
    clock.advance(10_000);
    await receives('WATCHDOG=1');
  }
  manager.stopping();
  await receives('STOPPING=1');
});

test('without a watch no sign of life is sent, and a missing program is logged once', async () => {
  const clock = new ManualClock(0);
  const { PATH, lines } = recording();
  serviceManager({ PATH, NOTIFY_SOCKET: '/run/notify' }, clock, quiet).ready();
  clock.advance(60_000);
  await vi.waitFor(() => expect(lines()).toEqual(['/run/notify READY=1']));
  const error = vi.fn<() => void>();
  const mute = serviceManager({ PATH: '/nowhere', NOTIFY_SOCKET: '/run/notify' }, clock, { error });
  mute.ready();
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1));
  mute.stopping();
  // Started after it, and over: what came of the one before is known too.
  serviceManager({ PATH, NOTIFY_SOCKET: '/run/last' }, clock, quiet).ready();
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  expect(error).toHaveBeenCalledTimes(1);
});
