import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { amount } from '@plimsoll/money';
import { openNote, parseCheckpoint } from '@plimsoll/proof/log';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { folderStore, type ObjectStore } from '../../platform/uploads/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';
import { openTestWitness, type Conduct, type TestWitness } from '../../testing/test-witness.ts';
import { dataOf } from '../../testing/world-parts.ts';
import { verifySignature } from './verify-signature.ts';

// Cosignatures on what is served: with witnesses that answer, and with those that do not.

let world: LogWorld;
let witnesses: TestWitness[] = [];
let store: ObjectStore;
let house: Awaited<ReturnType<LogWorld['process']>>;
let errors: string[] = [];
let moved = 0;
beforeAll(async () => {
  world = await openLogWorld();
  await post(300);
});
beforeEach(async () => {
  witnesses = await Promise.all(['one', 'two'].map((name) => openTestWitness(`${name}.example`, world.clock)));
  store = folderStore(await mkdtemp(join(world.folder, 'cosigned-')));
  errors = [];
  house = await open();
  await house.worker.catchUp();
});
afterEach(() => {
  for (const witness of witnesses) witness.close();
});
afterAll(() => world.close());

const open = () =>
  world.process({
    store,
    witnesses: witnesses.map(({ address }) => address),
    log: { error: (_, message) => errors.push(message) },
  });

/** What the process serves. */
const serving = (): TestHttp =>
  testHttp({ db: world.db, clock: world.clock, routes: house.routes, bytesRoutes: house.bytesRoutes });

/** Posts so many journals, each an entry. */
async function post(count: number): Promise<void> {
  await world.writer.submit(
    plainPosting,
    Array.from({ length: count }, () => ({
      cause: { kind: 'house-funding' as const, id: `cosigned.${(moved += 1)}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId: '1' }, { house: 'options', coinId: '1' }, amount('1'))],
    })),
  );
}

interface Served {
  readonly size: number;
  readonly note: string;
  /** Names of the witnesses whose good cosignatures it has. */
  readonly by: readonly string[];
  readonly times: readonly number[];
}

async function served(): Promise<Served> {
  world.clock.advance(500);
  const note = (await serving().app.inject('/log/checkpoint')).body;
  const opened = openNote(
    note,
    witnesses.map(({ address }) => address.key),
    verifySignature,
  );
  return {
    size: parseCheckpoint(note)?.size ?? -1,
    note,
    by: opened?.signatures.map(({ key }) => key.name) ?? ['a wrong cosignature'],
    times: opened?.signatures.map(({ atSeconds = 0 }) => atSeconds) ?? [],
  };
}

const logSize = async (): Promise<number> => (await world.lines()).length;
const publish = async (count: number): Promise<void> => {
  await post(count);
  await house.worker.catchUp();
};

test('what is served has the cosignatures of all witnesses, of each size after the one before', async () => {
  await house.cosigning.catchUp();
  const first = await served();
  expect(first.by).toEqual(['one.example', 'two.example']);
  await publish(300);
  await house.cosigning.catchUp();
  const second = await served();
  expect(second).toMatchObject({ size: await logSize(), by: first.by });
  const sizes: [number, number][] = [[first.size, second.size]];
  expect(witnesses[0]?.asked).toEqual([[0, first.size], ...sizes]);
});

test('a witness that knows another size is asked again from there', async () => {
  await house.cosigning.catchUp();
  const first = await served();
  await publish(7);
  // A process that has not asked it before.
  house = await open();
  await house.cosigning.catchUp();
  const second = await served();
  expect(second.by).toEqual(['one.example', 'two.example']);
  expect(witnesses[0]?.asked.slice(1)).toEqual([
    [0, second.size],
    [first.size, second.size],
  ]);
});

test('without news a checkpoint is cosigned again before a minute is over, and not sooner than half', async () => {
  await house.cosigning.catchUp();
  const [before = 0] = (await served()).times;
  world.clock.advance(20_000);
  await house.cosigning.catchUp();
  expect((await served()).times[0]).toBe(before);
  world.clock.advance(20_000);
  await house.cosigning.catchUp();
  world.clock.advance(1_000);
  await house.cosigning.catchUp();
  expect((await served()).times[0]).toBeGreaterThanOrEqual(before + 40);
  expect((await house.witnessAges())['one.example']).toBeLessThan(5);
});

test.each<Conduct>(['dead', 'forges', 'another-text', 'old-time', 'endless', 'not-a-note', 'wanders'])(
  'a witness that is “%s” is left out, named once a minute, and what the other cosigned is served',
  async (conduct) => {
    const [first] = witnesses;
    if (first) first.conduct = conduct;
    await house.cosigning.catchUp();
    await publish(1);
    world.clock.advance(2_000);
    await house.cosigning.catchUp();
    expect(await served()).toMatchObject({ size: await logSize(), by: ['two.example'] });
    expect(errors).toEqual(['witness cosignature failed, retrying']);
    if (first) first.conduct = 'honest';
    world.clock.advance(30_000);
    await house.cosigning.catchUp();
    world.clock.advance(1_000);
    await house.cosigning.catchUp();
    expect((await served()).by).toEqual(['one.example', 'two.example']);
  },
);

test('a checkpoint waits a second for a witness that is prompt, and is then served without it', async () => {
  await house.cosigning.catchUp();
  const before = await served();
  const [first] = witnesses;
  if (first) first.conduct = 'silent';
  await publish(1);
  const waiting = house.cosigning.catchUp();
  // The other one has answered; what is served is still the checkpoint before.
  await expect.poll(() => witnesses[1]?.known).toBe(await logSize());
  expect((await served()).size).toBe(before.size);
  world.clock.advance(1_000);
  const process = house;
  await expect
    .poll(async () => {
      void process.cosigning.catchUp();
      return served();
    })
    .toMatchObject({ size: await logSize(), by: ['two.example'] });
  await waiting;
  // It is not waited for again until it answers.
  await publish(1);
  await house.cosigning.catchUp();
  expect((await served()).size).toBe(await logSize());
});

test('the log is continued while no witness answers, and its age says so', async () => {
  for (const witness of witnesses) witness.conduct = 'dead';
  await publish(1);
  await house.cosigning.catchUp();
  expect(await served()).toMatchObject({ size: await logSize(), by: [] });
  world.clock.advance(61_000);
  const ages = await house.witnessAges();
  expect(Object.keys(ages)).toEqual(['one.example', 'two.example']);
  expect(Math.min(...Object.values(ages))).toBeGreaterThan(60);
});

test('a restart serves what is published at once, and keeps cosignatures of the same checkpoint', async () => {
  await house.cosigning.catchUp();
  for (const witness of witnesses) witness.conduct = 'dead';
  house = await open();
  await house.cosigning.catchUp();
  expect((await served()).by).toEqual(['one.example', 'two.example']);
  await publish(1);
  house = await open();
  await house.cosigning.catchUp();
  expect(await served()).toMatchObject({ size: await logSize(), by: [] });
});

test('what was cosigned is what receipts carry', async () => {
  const member = await world.options.staker('10');
  await house.worker.catchUp();
  await house.cosigning.catchUp();
  const { note } = await served();
  const [journal] = await world.db.run<{ id: string }>({
    name: '',
    text: `select max(j.id)::text as id from ledger_journal j join ledger_transfer t on t.journal_id = j.id
      join ledger_account a on a.id = t.to_account where a.member_id = ${member}`,
  });
  const http = serving();
  const token = await http.sessions.open(member);
  const { list } = await dataOf(http, 'getReceipt', { kind: 'journal', id: journal?.id ?? '' }, { token });
  expect(list.map(({ checkpoint }) => checkpoint)).toEqual([note]);
});

test('the witnesses of a log are listed, one a line, and none where there are none', async () => {
  const vkeys = witnesses.map(({ address }) => `${address.vkey}\n`).join('');
  expect((await serving().app.inject('/log/witnesses')).body).toBe(vkeys);
  const none = await fetch(`${world.url}/log/witnesses`);
  expect([none.status, await none.text()]).toEqual([200, '']);
  expect(none.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});
