import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { LoginThrottle } from './login-throttle.ts';
import { ownThrottles } from './throttles.ts';

const ELSEWHERE = '203.0.113.9';

test('the sixth try on an account waits half a minute, from wherever it comes, and others do not', async () => {
  const clock = new ManualClock(0);
  const throttle = new LoginThrottle(ownThrottles(clock), 'member', 'live');
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await throttle.waitOf('mate', `203.0.113.${turn}`)).toBe(0);
    throttle.failed('mate', `203.0.113.${turn}`);
  }
  expect([await throttle.waitOf('mate', ELSEWHERE), await throttle.waitOf('bosun', ELSEWHERE)]).toEqual([30, 0]);
  clock.advance(30_000);
  expect(await throttle.waitOf('mate', ELSEWHERE)).toBe(0);
  throttle.failed('mate', ELSEWHERE);
  expect(await throttle.waitOf('mate', ELSEWHERE)).toBe(30);
  throttle.succeeded('mate');
  expect(await throttle.waitOf('mate', ELSEWHERE)).toBe(0);
});

test.each([['live', '127.0.0.1', 10], ['live', ELSEWHERE, 10], ['demo', ELSEWHERE, 10], ['demo', '127.0.0.1', 0], ['demo', '::1', 0]] as const)(
  'in %s mode two hundred wrong logins from %s make the next wait %i s, whoever it names', async (mode, address, seconds) => {
    const throttle = new LoginThrottle(ownThrottles(new ManualClock(0)), 'member', mode);
    for (let turn = 0; turn < 200; turn += 1) {
      expect(await throttle.waitOf(`name-${turn}`, address)).toBe(0);
      throttle.failed(`name-${turn}`, address);
    }
    expect(await throttle.waitOf('mate', address)).toBe(seconds);
    expect(await throttle.waitOf('mate', '198.51.100.1')).toBe(0);
  });
