import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransferWorld, type SendingMember, type TransferWorld } from '../../testing/transfer-world.ts';

let world: TransferWorld;
beforeAll(async () => {
  world = await openTransferWorld();
});
afterAll(() => world.close());

const search = (by: SendingMember, username: string) =>
  world.http.call('searchUser', { username }, { token: by.token });

test('a member is found by the exact username and nothing else', async () => {
  const lea = await world.member({}, 'lea@quay.example');
  const tom = await world.member({}, 'tom@quay.example');
  expect(await search(lea, ' tom@quay.example ')).toMatchObject({
    code: 1,
    data: { id: Number(tom.id), username: 'tom@quay.example' },
  });
  for (const name of [
    'tom',
    'tom@quay.exampl',
    'Tom@quay.example',
    'tom@quay.example.',
    '%',
    'tom_quay.example',
    tom.id,
    '*',
  ]) {
    expect(await search(lea, name)).toMatchObject({ code: 204, reason: 'not_found' });
  }
});

test('unknown, frozen and one’s own names get the same answer', async () => {
  const [lea, tom] = [await world.member({}, 'lea2@quay.example'), await world.member({}, 'tom2@quay.example')];
  await world.freeze(tom.id, true);
  const answers = await Promise.all(
    ['nobody@quay.example', tom.username, lea.username].map((name) => search(lea, name)),
  );
  const bodies = answers.map(({ status, code, reason, msg, data }) => ({ status, code, reason, msg, data }));
  expect(bodies).toEqual(
    Array.from({ length: 3 }, () => ({ status: 200, code: 204, reason: 'not_found', msg: 'Not found', data: null })),
  );
});

test('a member who keeps searching is slowed down to one search in two seconds, others are not', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  for (let n = 0; n < 30; n += 1)
    expect((await search(lea, n % 2 === 0 ? tom.username : `nobody${n}`)).status).toBe(200);
  expect(await search(lea, tom.username)).toMatchObject({
    status: 429,
    reason: 'too_many_requests',
    headers: { 'retry-after': '2' },
  });
  expect(await search(tom, lea.username)).toMatchObject({ code: 1 });
  world.world.clock.advance(2_000);
  expect(await search(lea, tom.username)).toMatchObject({ code: 1 });
  expect(await search(lea, tom.username)).toMatchObject({ status: 429 });
  world.world.clock.advance(60_000);
  expect(await search(lea, tom.username)).toMatchObject({ code: 1 });
});
