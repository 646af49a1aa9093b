import { doWork, type Work } from '@plimsoll/proof';
import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { LoginThrottle, type Lane } from './login-throttle.ts';
import { WORK_BITS } from './proof-of-work.ts';
import { ownThrottles } from './throttles.ts';

const ELSEWHERE = '203.0.113.9';
const opened = (clock = new ManualClock(0)) => ({
  clock,
  throttle: new LoginThrottle({ throttles: ownThrottles(clock), clock, secret: 'of this test', who: 'member' }),
});
const from = (network: string | undefined, work?: string): Lane => ({ kind: 'stranger', network, work });
const done = (work: Work | undefined): Promise<string> => doWork(work ?? { challenge: '', bits: 0 });

test('without work the sixth try on an account waits half a minute, from wherever it comes, and others do not', async () => {
  const { clock, throttle } = opened();
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await throttle.waitOf('mate', from(`203.0.113.${turn}`))).toBeUndefined();
    throttle.failed('mate', from(`203.0.113.${turn}`));
  }
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toMatchObject({
    seconds: 30,
    work: { bits: WORK_BITS.min },
  });
  expect(await throttle.waitOf('bosun', from(ELSEWHERE))).toBeUndefined();
  clock.advance(30_000);
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toBeUndefined();
  throttle.failed('mate', from(ELSEWHERE));
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toMatchObject({ seconds: 30 });
  throttle.succeeded('mate', from(ELSEWHERE));
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toBeUndefined();
});

test('without work two hundred wrong logins of a network make its next wait ten seconds, whoever it names; where it does not count they do not', async () => {
  const { throttle } = opened();
  for (let turn = 0; turn < 200; turn += 1) {
    throttle.failed(`name-${turn}`, from(ELSEWHERE));
    throttle.failed(`other-${turn}`, from(undefined));
  }
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toMatchObject({ seconds: 10 });
  expect(await throttle.waitOf('mate', from('198.51.100.1'))).toBeUndefined();
  expect(await throttle.waitOf('mate', from(undefined))).toBeUndefined();
});

const stopped = async () => {
  const world = opened();
  for (let turn = 0; turn < 5; turn += 1) world.throttle.failed('mate', from(`203.0.113.${turn}`));
  const asked = async (work?: string) => world.throttle.waitOf('mate', from(ELSEWHERE, work));
  return { ...world, asked, work: (await asked())?.work };
};

test('work in the place of the wait is taken once, for this name alone, and for two minutes', async () => {
  const { clock, throttle, asked, work } = await stopped();
  for (let turn = 0; turn < 5; turn += 1) throttle.failed('bosun', from(`203.0.113.${turn}`));
  const answer = await done(work);
  expect(await throttle.waitOf('bosun', from(ELSEWHERE, answer))).toMatchObject({ seconds: 30 });
  expect(await asked(answer)).toBeUndefined();
  expect(await asked(answer)).toMatchObject({ seconds: 30 });
  const late = await done((await asked())?.work);
  clock.advance(2 * 60_000 + 1);
  throttle.failed('mate', from('203.0.113.1'));
  expect(await asked(late)).toMatchObject({ seconds: 30 });
});

test.each(['', 'x', 'a.b.c.d.e', '0.x.1.AAAAAAAAAAAAAAAAAAAAAA.x', '.'.repeat(4)])(
  'what is no work is no way round: %j',
  async (given) => {
    const { asked } = await stopped();
    expect(await asked(given)).toMatchObject({ seconds: 30 });
  },
);

test('easier work than was asked for is none', async () => {
  const { asked, work } = await stopped();
  const [at, salt, , mac] = (work?.challenge ?? '').split('.');
  expect(await asked(await done({ challenge: `${at}.${salt}.1.${mac}`, bits: 1 }))).toMatchObject({ seconds: 30 });
});

test('the more wrong tries, the more work, up to a bound', async () => {
  const { throttle } = opened();
  const bits = async () => (await throttle.waitOf('mate', from(ELSEWHERE)))?.work?.bits;
  const fail = (times: number) => {
    for (let turn = 0; turn < times; turn += 1) throttle.failed('mate', from(`203.0.113.${turn % 200}`));
  };
  fail(49);
  expect(await bits()).toBe(WORK_BITS.min);
  fail(1);
  expect(await bits()).toBe(WORK_BITS.min + 2);
  fail(150);
  expect(await bits()).toBe(WORK_BITS.max);
  fail(2_000);
  expect(await bits()).toBe(WORK_BITS.max);
});

test('one network has an end with one account, work or not', async () => {
  const { clock, throttle } = opened();
  for (let turn = 0; turn < 30; turn += 1) throttle.failed('mate', from(ELSEWHERE));
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toEqual({ seconds: 30 });
  expect(await throttle.waitOf('mate', from('198.51.100.1'))).toMatchObject({ work: { bits: WORK_BITS.min } });
  clock.advance(30_000);
  expect(await throttle.waitOf('mate', from(ELSEWHERE))).toBeUndefined();
});

test.each(['session', 'browser'] as const)(
  'what strangers do does not count in a %s, whose own five wrong tries make it wait',
  async (kind) => {
    const { clock, throttle } = opened();
    const own = { kind, id: 'a' };
    for (let turn = 0; turn < 500; turn += 1) throttle.failed('mate', from(ELSEWHERE));
    expect(await throttle.waitOf('mate', own)).toBeUndefined();
    for (let turn = 0; turn < 5; turn += 1) throttle.failed('mate', own);
    expect(await throttle.waitOf('mate', own)).toEqual({ seconds: 30 });
    expect(await throttle.waitOf('mate', { kind, id: 'b' })).toBeUndefined();
    clock.advance(30_000);
    expect(await throttle.waitOf('mate', own)).toBeUndefined();
  },
);
