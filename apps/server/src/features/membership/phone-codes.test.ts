import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTexter } from '../../platform/sms.ts';
import { openSecurityWorld, PASSWORD, type SecurityWorld } from '../../testing/security-world.ts';

// A phone number registers with a code where the setting says so, and always in live mode.

const MINUTE_MS = 60_000;
let world: SecurityWorld;
let usual: SecurityWorld['set']['texter'];
let count = 0;
const fresh = () => `491700${String(++count).padStart(6, '0')}`;

beforeAll(async () => {
  world = await openSecurityWorld();
  usual = world.set.texter;
});
afterAll(async () => {
  await world.close();
});
beforeEach(() => {
  world.clock.advance(20 * MINUTE_MS);
  world.set.settings = { verify_phone_code: 1 };
  world.set.texter = usual;
});

const register = (phone: string, captcha?: string) =>
  world.http.call('register', {
    type: '1',
    phone,
    password: PASSWORD,
    repassword: PASSWORD,
    ...(captcha === undefined ? {} : { captcha }),
  });
async function asked(phone: string) {
  const before = world.texts.length;
  expect(await world.http.call('smssend', { phone })).toMatchObject({ code: 1, data: null });
  const sent = world.texts.slice(before);
  return { sent, code: /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? '' };
}

test('the code sent to a number registers it once; no other code does', async () => {
  const phone = fresh();
  const { sent, code } = await asked(phone);
  expect(sent).toEqual([{ to: phone, text: `Plimsoll: your verification code is ${code}` }]);
  for (const captcha of [undefined, code === '000000' ? '000001' : '000000'])
    expect(await register(phone, captcha)).toMatchObject({ code: 0, reason: 'bad_captcha' });
  expect(await register(fresh(), code)).toMatchObject({ reason: 'bad_captcha' });
  const entered = await register(phone, code);
  expect(entered).toMatchObject({ code: 1 });
  // The number proves no address, which live mode needs before a way out.
  const { token } = (entered.data as { userinfo: { token: string } }).userinfo;
  expect(await world.http.call('getSecurity', {}, { token })).toMatchObject({ data: { email: null, email_proven: 0 } });
});

test('a number with an account is notified by text, and the answer does not show it', async () => {
  const phone = fresh();
  await register(phone, (await asked(phone)).code);
  world.clock.advance(MINUTE_MS);
  const { sent, code } = await asked(phone);
  expect([sent.length, code]).toEqual([1, '']);
  expect(sent[0]?.text).toBe('Plimsoll: you already have an account');
});

test('a number is sent one code a minute, and few a day from one network', async () => {
  const phone = fresh();
  expect((await asked(phone)).sent).toHaveLength(1);
  expect((await asked(phone)).sent).toHaveLength(0);
  let sent = 1;
  for (let turn = 0; turn < 30; turn += 1) {
    world.clock.advance(2 * MINUTE_MS);
    await world.http.call('smssend', { phone }, { remoteAddress: '203.0.113.9' });
    sent = world.texts.filter(({ to }) => to === phone).length;
  }
  expect(sent).toBeLessThanOrEqual(9);
});

test('while phones may not register, nothing is sent to them', async () => {
  world.set.settings = { phone_register_switch: 0 };
  expect(await world.http.call('smssend', { phone: fresh() })).toMatchObject({ code: 201, reason: 'switched_off' });
  expect(await register(fresh())).toMatchObject({ code: 201, reason: 'switched_off' });
});

test('no request waits for a provider that does not answer', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const errors: string[] = [];
  const texter = createTexter({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    folder: '/nonexistent',
    clock: world.clock,
    deadlineMs: 3000,
    log: {
      info: () => {},
      error: (_details, message) => {
        errors.push(message);
      },
    },
  });
  world.set.texter = texter;
  expect(await world.http.call('smssend', { phone: fresh() })).toMatchObject({ code: 1 });
  // The answer does not wait for the provider.
  expect(errors).toEqual([]);
  server.closeAllConnections();
  await texter.settled();
  expect(errors).toEqual(['text message could not be sent']);
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
