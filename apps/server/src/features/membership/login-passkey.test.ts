import type { Answer, PasskeyRequest } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import { CHROME, openSecurityWorld, type Sailor, type SecurityWorld } from '../../testing/security-world.ts';

const MINUTE_MS = 60_000;
let world: SecurityWorld;
let lea: Sailor;
let passkey: TestPasskey;

beforeAll(async () => {
  world = await openSecurityWorld();
});
beforeEach(async () => {
  world.clock.advance(60 * MINUTE_MS);
  lea = await world.member();
  ({ passkey } = await world.withPasskey(lea));
});
afterAll(() => world.close());

const challenge = async (of = world.http) => (await of.call('passkeyLoginChallenge')).data as PasskeyRequest;
const send = (signed: string, of = world.http, headers = {}) =>
  of.call('loginPasskey', { passkey: signed }, { headers: { 'user-agent': CHROME, ...headers } });
const HELD = { isHolderKnown: true };

test('a passkey alone logs its member in, without a name or a password', async () => {
  const request = await challenge();
  expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const answer = await send(passkey.signed(request, HELD));
  expect(answer).toMatchObject({ code: 1, data: { username: lea.username, known: expect.any(String) as string } });
  const { token } = (answer.data as Answer<'loginPasskey'>).userinfo;
  expect((await world.http.call('getusr', {}, { token })).data).toMatchObject({ username: lea.username });
  expect(((await world.http.call('getSignIns', {}, { token })).data as Answer<'getSignIns'>).list[0]).toMatchObject({
    outcome: 'in',
    second: 'passkey',
  });
});

test('a challenge logs in once, in any process, within five minutes', async () => {
  const other = world.another();
  const request = await challenge();
  const both = await Promise.all([
    send(passkey.signed(request, { ...HELD, counter: 0 })),
    send(passkey.signed(request, { ...HELD, counter: 0 }), other.http),
  ]);
  expect(both.map(({ reason }) => reason ?? 'in').sort()).toEqual(['bad_passkey', 'in']);
  const late = await challenge();
  world.clock.advance(5 * MINUTE_MS + 1);
  expect(await send(passkey.signed(late, HELD))).toMatchObject({ reason: 'bad_passkey' });
});

test.each([
  ['without a verified holder', (request: PasskeyRequest) => passkey.signed(request)],
  ['that is registered nowhere', (request: PasskeyRequest) => new TestPasskey().signed(request, HELD)],
  [
    'from another origin',
    (request: PasskeyRequest) => passkey.signed(request, { ...HELD, origin: 'https://quay.example' }),
  ],
  ['for a forged challenge', () => passkey.signed({ challenge: Buffer.alloc(38, 7).toString('base64url') }, HELD)],
  [
    'for a challenge whose time was altered',
    ({ challenge: given }: PasskeyRequest) => passkey.signed({ challenge: `Z${given.slice(1)}` }, HELD),
  ],
  [
    'that was removed',
    async (request: PasskeyRequest) => {
      await world.db.run({ name: 'test.taken', text: 'delete from passkey where credential_id = $1' }, [passkey.id]);
      return passkey.signed(request, HELD);
    },
  ],
])('a passkey %s cannot log in', async (_what, signed) => {
  expect(await send(await signed(await challenge()))).toMatchObject({ code: 0, reason: 'bad_passkey' });
});

test('an answer without a readable challenge is refused without an error', async () => {
  for (const response of [
    {},
    { clientDataJSON: 7 },
    { clientDataJSON: 'AAAA' },
    { clientDataJSON: Buffer.from('null').toString('base64url') },
    { clientDataJSON: Buffer.from('{"challenge":[]}').toString('base64url') },
  ]) {
    expect(
      await send(
        JSON.stringify({ id: passkey.id, rawId: passkey.id, type: 'public-key', response, clientExtensionResults: {} }),
      ),
    ).toMatchObject({ status: 200, reason: 'bad_passkey' });
  }
});

test('a challenge made for a change or a withdrawal cannot log in', async () => {
  const { data } = await world.http.call('passkeyChallenge', { purpose: 'change' }, { token: lea.token });
  expect(await send(passkey.signed(data as PasskeyRequest, HELD))).toMatchObject({ reason: 'bad_passkey' });
});

test('a frozen member cannot log in, and the history shows the attempt', async () => {
  await world.http.call('freezeMe', {}, { token: lea.token });
  expect(await send(passkey.signed(await challenge(), HELD))).toMatchObject({ reason: 'frozen_member' });
});

test('a session opened by a passkey is bound to its browser', async () => {
  const answer = await send(passkey.signed(await challenge(), HELD), world.http, { 'session-binding': 'cookie' });
  const { token } = (answer.data as Answer<'loginPasskey'>).userinfo;
  expect(await world.http.call('getusr', {}, { token })).toMatchObject({ code: 401 });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  expect(await world.http.call('getusr', {}, { token, headers: { cookie } })).toMatchObject({ code: 1 });
});
