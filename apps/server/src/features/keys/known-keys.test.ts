import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db.ts';
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
