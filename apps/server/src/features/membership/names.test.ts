import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecurityWorld, PASSWORD, type SecurityWorld } from '../../testing/security-world.ts';

let world: SecurityWorld;
let count = 0;
beforeAll(async () => {
  world = await openSecurityWorld();
});
afterAll(async () => {
  await world.close();
});

const register = (email: string, password = PASSWORD) =>
  world.http.call('register', { type: '2', email, password, repassword: password });

test.each(['correct horse battery staple', 'päßwörd1', 'pass-word', '\u{1f6a2} over the bar'])(
  'a password of 8 to 128 characters may contain any visible character: %s',
  async (password) => {
    const email = `reader${(count += 1)}@example.com`;
    expect(await register(email, password)).toMatchObject({ code: 1 });
    expect(await world.http.call('login', { username: email, password: password.normalize('NFD') })).toMatchObject({
      code: 1,
    });
  },
);

test('the member’s own name, whole or before its @, is not a valid password', async () => {
  for (const password of ['lea.keelson@quay.example', 'Lea.Keelson']) {
    expect(await register('lea.keelson@quay.example', password)).toMatchObject({ reason: 'bad_password' });
  }
});

test.each([
  '\u202ealice@x.com',
  'alice\u200b@x.com',
  'alice@x.com\u200d',
  'alice@\u0445.com',
  '<alice@x.com>',
  'Alice <alice@x.com>',
  'alice\u2066@x.com',
])('a name with invisible or confusable characters is refused: %j', async (email) => {
  expect(await register(email)).toMatchObject({ code: 0, reason: 'bad_email' });
});

test('two encodings of the same letters are one name', async () => {
  expect(await register('rene\u0301@quay.example')).toMatchObject({ code: 1 });
  expect(await register('ren\u00e9@quay.example')).toMatchObject({ reason: 'already_registered' });
});
