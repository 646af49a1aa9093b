import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecurityWorld, PASSWORD, type SecurityWorld } from '../../testing/security-world.ts';

let world: SecurityWorld;
beforeAll(async () => {
  world = await openSecurityWorld();
});
afterAll(async () => {
  await world.close();
});

const SIX = [1, 2, 3, 4, 5, 6];

test('one right code sent six times at once counts once: it is taken, and no code is stopped', async () => {
  const member = await world.member();
  const { secret } = await world.withTotp(member);
  const code = world.codeOf(secret);
  const answers = await Promise.all(
    SIX.map(() => world.http.call('renewRecoveryCodes', { password: PASSWORD, second: code }, { token: member.token })),
  );
  expect(answers.map(({ reason }) => reason ?? 'done').sort()).toEqual([
    'bad_second_factor',
    'bad_second_factor',
    'bad_second_factor',
    'bad_second_factor',
    'bad_second_factor',
    'done',
  ]);
  world.clock.advance(30_000);
  expect(
    await world.http.call(
      'renewRecoveryCodes',
      { password: PASSWORD, second: world.codeOf(secret) },
      { token: member.token },
    ),
  ).toMatchObject({ code: 1 });
  expect(await world.notificationsOf(member)).not.toContain('codes-stopped');
});

test('the same of a recovery code, in two processes', async () => {
  const member = await world.member();
  const {
    secret,
    codes: [code = ''],
  } = await world.withTotp(member);
  const other = world.another();
  const answers = await Promise.all(
    SIX.map((at) =>
      (at % 2 === 0 ? world : other).http.call(
        'startTotp',
        { password: PASSWORD, second: code },
        { token: member.token },
      ),
    ),
  );
  expect(answers.filter(({ code: answer }) => answer === 1)).toHaveLength(1);
  expect(
    await world.http.call('startTotp', { password: PASSWORD, second: code }, { token: member.token }),
  ).toMatchObject({ reason: 'bad_second_factor' });
  expect(
    await world.http.call('startTotp', { password: PASSWORD, second: world.codeOf(secret) }, { token: member.token }),
  ).toMatchObject({ code: 1 });
});

test('five codes that never were right still stop all codes', async () => {
  const member = await world.member();
  const { secret } = await world.withTotp(member);
  for (let tries = 0; tries < 5; tries += 1)
    await world.http.call('startTotp', { password: PASSWORD, second: world.wrongOf(secret) }, { token: member.token });
  expect(
    await world.http.call('startTotp', { password: PASSWORD, second: world.codeOf(secret) }, { token: member.token }),
  ).toMatchObject({ reason: 'second_factor_stopped' });
});
