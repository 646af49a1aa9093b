import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTotp } from '../../platform/totp.ts';
import { openOperatorsWorld, PASSWORD, type OperatorsWorld } from '../../testing/operators-world.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
beforeEach(() => world.clock.advance(16 * 60_000));
afterAll(async () => {
  await world.audit();
  await world.close();
});

/** The code that an authenticator shows, `periods` from now. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.nowMs() + periods * 30_000,
  });
/** A code that is not valid now. */
const wrongOf = (secret: string): string => {
  const taken = [-1, 0, 1].map((periods) => codeOf(secret, periods));
  return ['000000', '000001', '000002', '000003'].find((code) => !taken.includes(code)) ?? '';
};
const enrol = (token: string, fields: Readonly<Record<string, unknown>>) =>
  world.ask('POST', '/operators/me/totp', { token, fields: { password: PASSWORD, ...fields } });
const tried = (username: string, totp?: string) =>
  world.ask('POST', '/session', { fields: { username, password: PASSWORD, ...(totp === undefined ? {} : { totp }) } });

async function enrolled(username: string): Promise<{ id: string; token: string; secret: string }> {
  const id = await world.make(username, 'clerk');
  const token = await world.login(username);
  const secret = String((await enrol(token, {})).body['secret']);
  const { status } = await enrol(token, { code: codeOf(secret) });
  expect(status).toBe(200);
  world.clock.advance(30_000);
  return { id, token, secret };
}

test('enrolTotp shows a secret once, and it is in force from its first code; sessions stay', async () => {
  await world.make('first', 'clerk');
  const token = await world.login('first');
  const { status, body } = await enrol(token, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({
    enabled: 0,
    uri: expect.stringMatching(/^otpauth:\/\/totp\/Plimsoll:first\?/) as unknown,
  });
  const secret = String(body['secret']);
  expect(String(body['uri'])).toContain(`secret=${secret}`);
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  // Not in force: it may never have been scanned.
  expect(await tried('first')).toMatchObject({ status: 201, body: { totp: 0 } });
  expect(await enrol(token, { code: wrongOf(secret) })).toMatchObject({ status: 422, body: { reason: 'wrong_code' } });
  expect(await enrol(token, { code: codeOf(secret) })).toMatchObject({
    status: 200,
    body: { enabled: 1, secret: null, uri: null },
  });
  expect(await world.ask('GET', '/session', { token })).toMatchObject({ status: 200, body: { totp: 1 } });
  expect(await enrol(token, {})).toMatchObject({ status: 409, body: { reason: 'already_exists' } });
});

test('enrolling needs the password, and a code without a secret is wrong', async () => {
  await world.make('eager', 'clerk');
  const token = await world.login('eager');
  expect(await enrol(token, { password: 'not the password' })).toMatchObject({
    status: 422,
    body: { reason: 'wrong_password' },
  });
  expect(await enrol(token, { code: '123456' })).toMatchObject({ status: 422, body: { reason: 'wrong_code' } });
});

test('with an authenticator the right password needs a code; a wrong password does not show that there is one', async () => {
  const { secret } = await enrolled('guarded');
  expect(await tried('guarded')).toMatchObject({ status: 401, body: { reason: 'totp_needed' } });
  for (const code of [wrongOf(secret), '12345', 'abcdef', '١٢٣٤٥٦'])
    expect(await tried('guarded', code)).toMatchObject({ status: 401, body: { reason: 'bad_totp' } });
  expect(
    await world.ask('POST', '/session', {
      fields: { username: 'guarded', password: 'not the password', totp: codeOf(secret) },
    }),
  ).toMatchObject({ body: { reason: 'bad_login' } });
});

test('a code works once, in its period and one before and after, and never an older one than the last', async () => {
  const { secret } = await enrolled('once');
  const early = codeOf(secret, -1);
  const now = codeOf(secret);
  expect(await tried('once', codeOf(secret, -2))).toMatchObject({ body: { reason: 'bad_totp' } });
  expect(await tried('once', codeOf(secret, 2))).toMatchObject({ body: { reason: 'bad_totp' } });
  expect(await tried('once', `${now.slice(0, 3)} ${now.slice(3)}`)).toMatchObject({ status: 201, body: { totp: 1 } });
  expect(await tried('once', now)).toMatchObject({ body: { reason: 'bad_totp' } });
  expect(await tried('once', early)).toMatchObject({ body: { reason: 'bad_totp' } });
  expect(await tried('once', codeOf(secret, 1))).toMatchObject({ status: 201 });
  world.clock.advance(60_000);
  expect(await tried('once', codeOf(secret, -1))).toMatchObject({ body: { reason: 'bad_totp' } });
});

test('of parallel logins with one code one succeeds, in any process', async () => {
  const { secret } = await enrolled('tooManyRequests');
  const code = codeOf(secret);
  const logins = [0, 1, 2, 3].map(() =>
    world.another().operatorRoutes.find(({ call }) => call.method === 'POST' && call.path === '/session'),
  );
  const input = { username: 'tooManyRequests', password: PASSWORD, totp: code };
  const results = await Promise.all(
    logins.map(async (route) => route?.handle(input, { lang: 'en', address: '127.0.0.1', origin: '' })),
  );
  const ends = results.map((result) => (result?.ok ? 'in' : result?.refusal.reason));
  expect(ends.filter((end) => end === 'in')).toHaveLength(1);
  expect(ends.filter((end) => end === 'bad_totp')).toHaveLength(3);
});

test('guessing codes is throttled like guessing passwords', async () => {
  const { secret } = await enrolled('probed');
  for (let turn = 0; turn < 5; turn += 1)
    expect(await tried('probed', wrongOf(secret))).toMatchObject({ body: { reason: 'bad_totp' } });
  expect(await tried('probed', codeOf(secret))).toMatchObject({ status: 429 });
});

test('neither the database nor the log contains a secret in plain text', async () => {
  const { id, secret } = await enrolled('sealed');
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const [row] = await world.owner.run<{ kept: Buffer; log: string }>(
    {
      name: 'test.sealed',
      text: `select totp_secret as kept, (select string_agg(l::text, ' ') from operator_audit l) as log from operator where id = $1`,
    },
    [id],
  );
  expect(row?.kept.includes(bytes)).toBe(false);
  for (const hidden of [secret, bytes.toString('hex'), PASSWORD]) expect(row?.log).not.toContain(hidden);
});

test('a secret moved to another operator, or sealed with another SECRET, cannot be opened', () => {
  const unread: string[] = [];
  const totp = createTotp('one secret', 'operators', (id) => unread.push(id));
  const { sealed, secret } = totp.make('7', 'seven');
  const code = codeOf(secret);
  const nowMs = world.clock.nowMs();
  expect(totp.stepOf(code, { ownerId: '7', sealed }, nowMs)).toBe(Math.floor(nowMs / 30_000));
  expect(totp.stepOf(code, { ownerId: '8', sealed }, nowMs)).toBeUndefined();
  expect(
    createTotp('another secret', 'operators', (id) => unread.push(id)).stepOf(code, { ownerId: '7', sealed }, nowMs),
  ).toBeUndefined();
  expect(unread).toEqual(['8', '7']);
});
