import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { LoginThrottle } from './login-throttle.ts';

const ELSEWHERE = '203.0.113.9';

test('the sixth try on an account waits half a minute, from wherever it comes, and others do not', () => {
  const clock = new ManualClock(0);
  const throttle = new LoginThrottle(clock, 'live');
  for (let turn = 0; turn < 5; turn += 1) {
    expect(throttle.waitOf('mate', `203.0.113.${turn}`)).toBe(0);
    throttle.failed('mate', `203.0.113.${turn}`);
  }
  expect([throttle.waitOf('mate', ELSEWHERE), throttle.waitOf('bosun', ELSEWHERE)]).toEqual([30, 0]);
  clock.advance(30_000);
  expect(throttle.waitOf('mate', ELSEWHERE)).toBe(0);
  throttle.failed('mate', ELSEWHERE);
  expect(throttle.waitOf('mate', ELSEWHERE)).toBe(30);
  throttle.succeeded('mate');
  expect(throttle.waitOf('mate', ELSEWHERE)).toBe(0);
});

test.each([['live', '127.0.0.1', 10], ['live', ELSEWHERE, 10], ['demo', ELSEWHERE, 10], ['demo', '127.0.0.1', 0], ['demo', '::1', 0]] as const)(
  'in %s mode two hundred wrong logins from %s make the next wait %i s, whoever it names', (mode, address, seconds) => {
    const throttle = new LoginThrottle(new ManualClock(0), mode);
    for (let turn = 0; turn < 200; turn += 1) {
      expect(throttle.waitOf(`name-${turn}`, address)).toBe(0);
      throttle.failed(`name-${turn}`, address);
    }
    expect(throttle.waitOf('mate', address)).toBe(seconds);
    expect(throttle.waitOf('mate', '198.51.100.1')).toBe(0);
  });
