import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql, type Db } from '../../platform/db.ts';
import { openKeyWorld, type KeyWorld } from '../../testing/key-world.ts';
import { KnownKeys } from './known-keys.ts';

let opened: KeyWorld;
beforeAll(async () => {
  opened = await openKeyWorld();
});
afterAll(() => opened.close());

/** Keys of a process where `meanwhile` happens while each reading of a key is on its way. */
function disturbed(meanwhile: (own: KnownKeys, reads: number) => void | Promise<void>) {
  const { db, clock } = opened.world;
  let reads = 0;
  const watched: Db = {
    ...db,
    async run(statement, values) {
      const answer = await db.run(statement, values);
      if (statement.name !== 'keys.find') return answer;
      reads += 1;
      if (reads > 10) throw new Error('read again and again');
      await meanwhile(own, reads);
      return answer;
    },
  };
  const sessions = { isListening: true, onEnded() {} };
  const own: KnownKeys = new KnownKeys({ db: watched, clock, seal: opened.seal, sessions });
  return { own, reads: () => reads };
}

test('an invented access key is looked for once, whatever ends meanwhile', async () => {
  const { own, reads } = disturbed((of) => of.forget('7'));
  expect(await own.find('invented')).toBeUndefined();
  expect(reads()).toBe(1);
});

test('a key is found while others end without a pause, and kept in memory once they do not', async () => {
  const made = await opened.make();
  const { own, reads } = disturbed((of, read) => {
    if (read < 4) of.forget('7');
  });
  for (const readings of [2, 4, 4]) {
    expect(await own.find(made.access)).toMatchObject({ id: String(made.id) });
    expect(reads()).toBe(readings);
  }
});

/** A key that ends while it is read for the nth time. */
async function endingAt(reading: number) {
  const { access, id } = await opened.make();
  const { own } = disturbed(async (of, read) => {
    if (read < reading) of.forget('7');
    if (read !== reading) return;
    await opened.http.call('endKey', { id: String(id) }, { token: opened.token });
    of.forget(opened.memberId);
  });
  return { own, access };
}

test('a key that ends while it is read is refused', async () => {
  const { own, access } = await endingAt(1);
  expect([await own.find(access), await own.find(access)]).toEqual([undefined, undefined]);
});

test('a key that ends while it is read a second time is refused from then on', async () => {
  const { own, access } = await endingAt(2);
  await own.find(access);
  expect(await own.find(access)).toBeUndefined();
});

test('of a key that is not kept in memory the history of logins has one line for a place too', async () => {
  const { access } = await opened.make();
  const { own, reads } = disturbed((of) => of.forget('7'));
  const shown = sql<{ count: number }>(
    'test.placesOfKeys',
    `select count(*)::int as count from sign_in where member_id = $1 and second_factor = 'key' and address like '198.19.%'`,
  );
  const seen = async () => (await opened.world.db.run(shown, [opened.memberId]))[0]?.count;
  const use = async () => {
    const key = await own.find(access);
    if (!key) throw new Error('the key is not found');
    own.used(key, '198.19.0.9', undefined);
  };
  await use();
  await vi.waitFor(async () => expect(await seen()).toBe(1));
  for (let turn = 0; turn < 3; turn += 1) await use();
  expect(reads()).toBe(8);
  // Behind whatever they wrote.
  opened.world.clock.advance(48 * 60 * 60_000);
  await use();
  await vi.waitFor(async () => expect(await seen()).toBe(2));
});
