import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import { openOperatorsWorld, PASSWORD, type OperatorsWorld } from '../../testing/operators-world.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { operatorAudits } from './index.ts';

interface Request {
  readonly challenge: string;
}
const HOUR_MS = 60 * 60_000;
let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
beforeEach(() => world.clock.advance(16 * 60_000));
afterAll(async () => {
  await world.audit();
  await world.close();
});

const tried = (username: string, more: Readonly<Record<string, unknown>> = {}, of = world) =>
  of.ask('POST', '/session', { fields: { username, password: PASSWORD, ...more } });
/** Sets a passkey for the operator of the session. */
async function added(
  token: string,
  name = 'Key in the drawer',
  of = world,
): Promise<{ id: string; passkey: TestPasskey }> {
  const passkey = new TestPasskey();
  const begun = await of.ask('POST', '/operators/me/passkeys/begin', { token, fields: { password: PASSWORD } });
  const { status, body } = await of.ask('POST', '/operators/me/passkeys', {
    token,
    fields: { name, passkey: passkey.made(begun.body as unknown as Request) },
  });
  expect([begun.status, status]).toEqual([200, 201]);
  return { id: String(body['id']), passkey };
}
async function withPasskey(
  username: string,
): Promise<{ id: string; token: string; passkey: TestPasskey; passkeyId: string }> {
  const id = await world.make(username, 'clerk');
  const token = await world.login(username);
  const { id: passkeyId, passkey } = await added(token);
  return { id, token, passkey, passkeyId };
}
const requestOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body['passkey'] as Request;

/** For a test that gives the owner a passkey, without which the others log in. */
async function inOwnWorld(work: () => Promise<void>): Promise<void> {
  const shared = world;
  world = await openOperatorsWorld();
  try {
    await work();
    await world.audit();
  } finally {
    await world.close();
    world = shared;
  }
}

test('with a passkey the right password needs its signature, once; a wrong password does not show that there is one', async () => {
  const { passkey } = await withPasskey('keyed');
  const asked = await tried('keyed');
  expect(asked).toMatchObject({
    status: 401,
    body: { reason: 'passkey_needed', passkey: { rpId: 'localhost', allowCredentials: [{ id: passkey.id }] } },
  });
  const signed = passkey.signed(requestOf(asked));
  expect(await tried('keyed', { passkey: signed })).toMatchObject({ status: 201, body: { username: 'keyed' } });
  expect(await tried('keyed', { passkey: signed })).toMatchObject({ status: 422, body: { reason: 'bad_passkey' } });
  const wrong = await world.ask('POST', '/session', { fields: { username: 'keyed', password: 'not the password' } });
  expect([wrong.body['reason'], wrong.body['passkey']]).toEqual(['bad_login', undefined]);
});

test('another’s passkey, another origin, an old challenge and a replay are refused and logged', async () => {
  const { passkey } = await withPasskey('honest');
  const { passkey: others } = await withPasskey('other');
  const sign = async (by: (request: Request) => string) =>
    (await tried('honest', { passkey: by(requestOf(await tried('honest'))) })).body['reason'];
  expect(await sign((request) => others.signed(request))).toBe('bad_passkey');
  expect(await sign((request) => passkey.signed(request, { origin: 'https://quay.example' }))).toBe('bad_passkey');
  const old = requestOf(await tried('honest'));
  world.clock.advance(6 * 60_000);
  expect((await tried('honest', { passkey: passkey.signed(old) })).body['reason']).toBe('bad_passkey');
  world.clock.advance(16 * 60_000);
  expect(await sign((request) => passkey.signed(request, { counter: 9 }))).toBeUndefined();
  expect(await sign((request) => passkey.signed(request, { counter: 9 }))).toBe('bad_passkey');
  const lines = await world.owner.run<{ n: number }>({
    name: 'test.refused',
    text: `select count(*)::int as n from operator_audit where action = 'refuse-login' and after ->> 'wrong' = 'passkey' and after ->> 'username' = 'honest'`,
  });
  expect(lines[0]?.n).toBe(4);
});

test('either factor opens a session where both are set; stopped codes leave the passkey usable', async () => {
  const { id, token, passkey } = await withPasskey('both');
  const secret = await world.enrol(token);
  world.clock.advance(30_000);
  const asked = await tried('both');
  expect(asked).toMatchObject({ status: 401, body: { reason: 'totp_needed', passkey: { rpId: 'localhost' } } });
  const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.nowMs(),
  });
  expect((await tried('both', { totp: code })).status).toBe(201);
  await world.owner.run({ name: 'test.stopped', text: 'update operator set wrong_codes = 10 where id = $1' }, [id]);
  const stopped = await tried('both', { totp: '123456' });
  expect(stopped).toMatchObject({ status: 401, body: { reason: 'passkey_needed' } });
  expect((await tried('both', { passkey: passkey.signed(requestOf(stopped)) })).status).toBe(201);
});

test('a further factor is added within five minutes of giving one that is set', async () => {
  const { token, passkey } = await withPasskey('careful');
  world.clock.advance(6 * 60_000);
  const begin = () => world.ask('POST', '/operators/me/passkeys/begin', { token, fields: { password: PASSWORD } });
  expect(await begin()).toMatchObject({ status: 403, body: { reason: 'factor_needed' } });
  expect(await world.ask('POST', '/operators/me/totp', { token, fields: { password: PASSWORD } })).toMatchObject({
    status: 403,
    body: { reason: 'factor_needed' },
  });
  const asked = await world.ask('POST', '/session/factor/begin', { token });
  expect(asked).toMatchObject({ status: 200, body: { totp: 0, passkey: { rpId: 'localhost' } } });
  expect(
    await world.ask('POST', '/session/factor', {
      token,
      fields: { passkey: new TestPasskey().signed(requestOf(asked)) },
    }),
  ).toMatchObject({ status: 422, body: { reason: 'bad_passkey' } });
  // A challenge is answered once, rightly or not.
  expect(
    (await world.ask('POST', '/session/factor', { token, fields: { passkey: passkey.signed(requestOf(asked)) } })).body[
      'reason'
    ],
  ).toBe('bad_passkey');
  const again = await world.ask('POST', '/session/factor/begin', { token });
  expect(
    await world.ask('POST', '/session/factor', { token, fields: { passkey: passkey.signed(requestOf(again)) } }),
  ).toMatchObject({ status: 200, body: { fresh: 1 } });
  expect((await begin()).status).toBe(200);
});

test('a passkey is added, listed and removed with the password; the log has a line for each, without keys', async () => {
  const id = await world.make('tidy', 'clerk');
  const token = await world.login('tidy');
  expect(
    await world.ask('POST', '/operators/me/passkeys/begin', { token, fields: { password: 'not the password' } }),
  ).toMatchObject({ status: 422, body: { reason: 'wrong_password' } });
  expect(
    await world.ask('POST', '/operators/me/passkeys', {
      token,
      fields: { name: 'x', passkey: new TestPasskey().made({ challenge: 'x' }) },
    }),
  ).toMatchObject({ status: 422, body: { reason: 'setup_expired' } });
  const { id: one, passkey } = await added(token, 'Phone');
  const { id: two } = await added(token, 'Drawer');
  expect(await world.ask('GET', '/operators/me/passkeys', { token })).toMatchObject({
    body: {
      total: 2,
      list: [
        { id: Number(one), name: 'Phone', last_used: null },
        { id: Number(two), name: 'Drawer' },
      ],
    },
  });
  const begun = await world.ask('POST', '/operators/me/passkeys/begin', { token, fields: { password: PASSWORD } });
  expect(
    await world.ask('POST', '/operators/me/passkeys', {
      token,
      fields: { name: 'again', passkey: passkey.made(begun.body as unknown as Request) },
    }),
  ).toMatchObject({ body: { reason: 'bad_passkey' } });
  expect(
    await world.ask('POST', `/operators/me/passkeys/${one}/remove`, {
      token,
      fields: { password: 'not the password' },
    }),
  ).toMatchObject({ body: { reason: 'wrong_password' } });
  expect(
    (await world.ask('POST', `/operators/me/passkeys/${one}/remove`, { token, fields: { password: PASSWORD } })).status,
  ).toBe(200);
  const { token: others } = await withPasskey('stranger');
  expect(
    await world.ask('POST', `/operators/me/passkeys/${two}/remove`, { token: others, fields: { password: PASSWORD } }),
  ).toMatchObject({ status: 404 });
  const [log] = await world.owner.run<{ lines: string; all: string }>(
    {
      name: 'test.passkeyLines',
      text: `
    select string_agg(action || ' ' || (after ->> 'passkeys'), ', ' order by id) filter (where action like '%-passkey') as lines, string_agg(a::text, ' ') as all from operator_audit a where resource = 'operators' and ref = $1`,
    },
    [id],
  );
  expect(log?.lines).toBe('add-passkey 1, add-passkey 2, remove-passkey 1');
  expect(log?.all).not.toContain(passkey.id);
});

test('the audit finds a passkey written past the console', async () => {
  const { id } = await withPasskey('mate');
  await world.owner.run(
    {
      name: 'test.smuggled',
      text: `
    insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name, created_at) values ($1, 'c211Z2dsZWQ', '\\x00', 0, '{}', 'mine', now())`,
    },
    [id],
  );
  await expect(requireCleanAudit(world.db, operatorAudits)).rejects.toThrow(
    /mate: has 2 passkeys, the log last says 1/,
  );
  await world.owner.run({
    name: 'test.unsmuggled',
    text: `delete from operator_passkey where credential_id = 'c211Z2dsZWQ'`,
  });
});

test('in live mode a passkey establishes like an authenticator: 24 hours after the first factor, and not after a reset', async () => {
  const live = await openOperatorsWorld('live');
  const token = await live.login('owner');
  expect(await live.ask('GET', '/operators', { token })).toMatchObject({
    status: 403,
    body: { reason: 'factor_missing' },
  });
  const { passkey } = await added(token, 'Owner’s key', live);
  const establishedAt = async () =>
    (
      await live.db.run<{ at: Date | null }>({
        name: 'test.established',
        text: `select operator_established_at(id) as at from operator where username = 'owner'`,
      })
    )[0]?.at?.getTime();
  const since = live.clock.nowMs();
  expect(await establishedAt()).toBe(since + 24 * HOUR_MS);
  expect(await live.ask('GET', '/operators', { token })).toMatchObject({
    status: 200,
    body: { list: [{ passkeys: 1, totp: 0 }] },
  });
  // A later second factor does not restart the day.
  live.clock.advance(3 * 60_000);
  await live.enrol(token);
  expect(await establishedAt()).toBe(since + 24 * HOUR_MS);
  expect(
    (await tried('owner', { passkey: passkey.signed(requestOf(await tried('owner', {}, live))) }, live)).status,
  ).toBe(201);
  await live.audit();
  await live.close();
});

test('a reset of the login removes its passkeys', () =>
  inOwnWorld(async () => {
    const { id, passkey } = await withPasskey('loser');
    const second = await world.make('second', 'owner');
    const [first, token] = [await world.login('owner'), await world.login('second')];
    for (const each of [first, token]) await added(each);
    const asked = await tried('loser');
    const proposed = await world.ask('POST', `/operators/${id}/reset`, {
      token: first,
      fields: { remark: 'the key went overboard' },
    });
    const { id: proposal } = proposed.body['proposal'] as { id: number };
    expect([
      second !== '',
      (await world.ask('POST', `/proposals/${proposal}/approve`, { token, fields: {} })).status,
    ]).toEqual([true, 200]);
    expect((await tried('loser', { passkey: passkey.signed(requestOf(asked)) })).body['reason']).toBe('bad_login');
    expect((await world.ask('GET', `/operators/${id}`, { token })).body).toMatchObject({ passkeys: 0, totp: 0 });
  }));
