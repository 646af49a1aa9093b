import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { atConsole, refusal, type Console, type Fields } from '../../testing/catalogue-world.ts';
import { operatorHttp } from '../../testing/operator-http.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { Proposals } from '../proposals/index.ts';
import { optionTermOperatorRoutes } from './index.ts';
import { showOption } from './list-options.ts';

let world: OptionWorld;
let owner: Console;
let changes = 0;

async function begin(): Promise<void> {
  world = await openOptionWorld();
  changes = 0;
  const { db, clock, service } = world;
  const log = {
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  const changed = async () => {
    changes += 1;
    await service.refreshTerms();
  };
  const proposals = new Proposals({ db, clock, log });
  owner = await atConsole(
    operatorHttp({
      db,
      clock,
      proposals,
      routes: [],
      operatorRoutes: optionTermOperatorRoutes({ db, clock, log, proposals, changed }),
    }),
    db,
  );
}
async function end(): Promise<void> {
  await owner.http.app.close();
  await world.audit();
  await world.close();
}
beforeAll(begin);
afterAll(end);

/** For a test of all terms, which others change. */
async function inOwnWorld(work: () => Promise<void>): Promise<void> {
  const shared = { world, owner, changes };
  await begin();
  try {
    await work();
  } finally {
    await end();
    ({ world, owner, changes } = shared);
  }
}

const TERM = { seconds: 45, min: '5', max: '500', rate: '0.78' };
const versionShown = async () =>
  (await world.db.run(sql<{ value: number }>('test.shown', `select value from setting where key = 'terms_version'`)))[0]
    ?.value;
const config = async () => world.service.config('1');
const termOf = async (seconds: number) =>
  (await owner.list('option-terms', { q: String(seconds), sort: 'sort' })).list.find(
    (each) => each['seconds'] === seconds,
  )?.['id'];

test('terms are read by every operator, in order of duration, and changed by owners alone', () =>
  inOwnWorld(async () => {
    const { list, total } = await owner.list('option-terms', { sort: 'sort', limit: 50 });
    expect(list.map((each) => each['seconds'])).toEqual([30, 60, 120, 180, 300, 600]);
    expect(total).toBe(6);
    expect(list[0]).toEqual({
      id: list[0]?.['id'],
      seconds: 30,
      min: '10.00000000',
      max: '2000.00000000',
      rate: '0.75000000',
      enabled: 1,
    });
    expect((await owner.read('option-terms', list[0]?.['id'])).body).toEqual(list[0]);
    const treasurer = (await owner.http.operator('treasurer')).token;
    expect(refusal(await owner.change('option-terms', list[0]?.['id'], { rate: '9' }, treasurer))).toBe(
      '403 forbidden',
    );
    expect(refusal(await owner.create('option-terms', TERM, treasurer))).toBe('403 forbidden');
    expect(
      refusal(await owner.http.ask('DELETE', `/option-terms/${String(list[0]?.['id'])}`, { token: owner.owner })),
    ).toBe('405 method_not_allowed');
    expect(refusal(await owner.change('option-terms', 999_999, { enabled: 0 }))).toBe('404 not_found');
    expect(refusal(await owner.change('option-terms', list[0]?.['id'], {}))).toBe('422 nothing_to_change');
  }));

test('each change of the terms raises their version by one, for everybody at once', () =>
  inOwnWorld(async () => {
    const before = (await config()).terms_version;
    const made = await owner.create('option-terms', TERM);
    expect(made).toMatchObject({
      status: 201,
      body: { ...TERM, min: '5.00000000', max: '500.00000000', rate: '0.78000000', enabled: 1 },
    });
    expect(await config()).toMatchObject({ terms_version: before + 1, hytime: [30, 45, 60, 120, 180, 300, 600] });
    const { id } = made.body;
    expect((await owner.change('option-terms', id, { rate: '0.79', max: '600' })).body).toMatchObject({
      rate: '0.79000000',
      max: '600.00000000',
    });
    expect((await config()).terms_version).toBe(before + 2);
    await owner.change('option-terms', id, { rate: '0.790', max: '600.0' });
    expect((await config()).terms_version).toBe(before + 2);
    await owner.change('option-terms', id, { enabled: 0 });
    expect(await config()).toMatchObject({ terms_version: before + 3, hytime: [30, 60, 120, 180, 300, 600] });
    expect(await versionShown()).toBe(before + 3);
    expect(changes).toBe(3);
    expect(await owner.logged('option-terms', id)).toEqual([
      expect.objectContaining({ action: 'create', before: null, after: made.body }),
      expect.objectContaining({
        action: 'change',
        before: { rate: '0.78000000', max: '500.00000000' },
        after: { rate: '0.79000000', max: '600.00000000' },
      }),
      expect.objectContaining({ action: 'change', before: { enabled: 1 }, after: { enabled: 0 } }),
    ]);
  }));

test.each<[string, Fields, string]>([
  ['of four seconds', { seconds: 4 }, '422 bad_value seconds'],
  ['of half a second more', { seconds: 45.5 }, '422 bad_value seconds'],
  ['without a rate', { rate: '0' }, '422 bad_value rate'],
  ['at more than ten times the stake', { rate: '10.00000001' }, '422 bad_value rate'],
  ['at a rate that is a number', { rate: 0.8 }, '422 bad_value rate'],
  ['with nine places', { rate: '0.123456789' }, '422 bad_value rate'],
  ['with a maximum below the minimum', { max: '4.99' }, '422 least_above_most max'],
  ['with a minimum of zero', { min: '0' }, '422 amount_not_positive min'],
  ['that win nothing', { min: '0.00000001', rate: '0.1' }, '422 bad_value min'],
  ['for one member', { member_id: 1 }, '422 unknown_field member_id'],
  ['offered twice', { seconds: 60 }, '409 already_exists'],
])('no terms can have %s', async (_what, fields, answer) => {
  const before = await versionShown();
  expect(refusal(await owner.create('option-terms', { ...TERM, ...fields }))).toBe(answer);
  expect(await versionShown()).toBe(before);
});

test('a retired duration may be offered by another row, and cannot be enabled beside it', async () => {
  const old = await termOf(600);
  await owner.change('option-terms', old, { enabled: 0 });
  expect((await owner.create('option-terms', { ...TERM, seconds: 600 })).status).toBe(201);
  expect(refusal(await owner.change('option-terms', old, { enabled: 1 }))).toBe('409 already_exists');
});

test('an open option keeps its rate and is paid by it, whatever the terms become', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const before = await world.withLine(memberId);
  const version = (await config()).terms_version;
  const id = await termOf(30);
  await owner.change('option-terms', id, { rate: '0.10', max: '50' });
  expect(await world.place(memberId)).toMatchObject({ ok: false, refusal: { reason: 'amount_above_maximum' } });
  const after = await world.withLine(memberId, { stake: '50' });
  await owner.change('option-terms', id, { enabled: 0 });
  expect(await world.place(memberId, { stake: '50' })).toMatchObject({ ok: false, refusal: { reason: 'bad_value' } });
  world.clock.advance(29_000);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(1_000);
  expect(await world.settle()).toBe(2);
  const shown = (orderId: string) =>
    showOption(world.db, orderId, { memberId, lang: 'en', nowMs: world.clock.nowMs() });
  expect([await shown(before), await shown(after)]).toMatchObject([
    { ploss: '75.00000000', rate: '0.75000000', terms_version: version },
    { ploss: '5.00000000', rate: '0.10000000', terms_version: version + 1 },
  ]);
});

test('of concurrent proposals one holds: the others no longer match what was shown', async () => {
  const second = (await owner.http.operator('owner')).token;
  const id = await termOf(120);
  const before = (await config()).terms_version;
  const rates = ['0.11', '0.12', '0.13', '0.14', '0.15', '0.16'];
  const answers = await Promise.all(
    rates.map((rate, place) => owner.change('option-terms', id, { rate }, place % 2 === 0 ? owner.owner : second)),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(done).toBeGreaterThan(0);
  for (const { status, body } of answers)
    expect([status, body['reason']]).toEqual(status === 200 ? [200, undefined] : [409, 'changed_meanwhile']);
  expect((await config()).terms_version).toBe(before + done);
  const found = (await owner.logged('option-terms', id)).map((line) => [line.before?.['rate'], line.after?.['rate']]);
  expect(found.map(([was]) => was)).toEqual(['0.82000000', ...found.slice(0, -1).map(([, is]) => is)]);
});
