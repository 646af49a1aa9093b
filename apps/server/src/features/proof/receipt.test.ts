import { checkReceipt, parseEntry, parseVerifierKey, type Receipt } from '@plimsoll/proof/log';
import { createPublicKey, verify as verifyWith } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture, hold, move, plainPosting, type CauseKind, type Journal } from '../../ledger/index.ts';
import { allowTrialKind } from '../../testing/trial-kind.ts';
import { amount } from '@plimsoll/money';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';

let world: LogWorld;
let member: string;
let token: string;
beforeAll(async () => {
  world = await openLogWorld();
  world.market.setMark('btcusdt', '100');
  member = await world.options.staker('1000');
  token = await world.http.sessions.open(member);
  await world.follow();
});
afterAll(() => world.close());

const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');
async function checked(receipt: Receipt) {
  const lines = (await (await fetch(`${world.url}/log/vkey`)).text()).trim().split('\n');
  return checkReceipt(receipt, {
    logKeys: lines.flatMap((line) => parseVerifierKey(line) ?? []),
    witnesses: [],
    verify: (key, message, signature) =>
      verifyWith(
        null,
        message,
        createPublicKey({ key: Buffer.concat([SPKI_KEY, key]), format: 'der', type: 'spki' }),
        signature,
      ),
    nowMs: world.clock.nowMs(),
  });
}
const asked = (fields: Readonly<Record<string, string>>, by = token) =>
  world.http.call('getReceipt', fields, { token: by });

test('a receipt is signed from the moment of the commit, and is the entry that the log has then', async () => {
  const id = await world.options.placed(member);
  const [early, ...others] = await world.receipts(member, 'option', id);
  expect(others).toEqual([]);
  expect(early).toMatchObject({ index: null, proof: null, checkpoint: null });
  if (!early) throw new Error('no receipt');
  expect(await checked(early)).toMatchObject({ isPending: true, passed: ['entry', 'commitment', 'signature'] });

  await world.follow();
  world.clock.advance(1_000);
  const [later] = await world.receipts(member, 'option', id);
  if (!later) throw new Error('no receipt');
  expect({ entry: later.entry, salt: later.salt, opened: later.opened }).toEqual({
    entry: early.entry,
    salt: early.salt,
    opened: early.opened,
  });
  expect((await world.lines())[later.index ?? -1]).toBe(early.entry);
  expect(await checked(later)).toMatchObject({
    isPending: false,
    passed: expect.arrayContaining(['inclusion']) as string[],
  });
});

test('another member’s receipt is refused as an unknown one is, and nobody gets one without a login', async () => {
  const id = await world.options.placed(member);
  const other = await world.http.newMember();
  for (const kind of ['option', 'fill', 'recharge', 'withdraw', 'exchange', 'transfer', 'send', 'journal']) {
    expect(await asked({ kind, id }, other.token)).toMatchObject({ code: 204, reason: 'not_found' });
    expect(await asked({ kind, id: '999999999' })).toMatchObject({ code: 204, reason: 'not_found' });
  }
  expect(await world.http.call('getReceipt', { kind: 'option', id })).toMatchObject({ reason: 'login_required' });
  expect(await asked({ kind: 'order', id })).toMatchObject({ code: 0, reason: 'bad_value' });
});

test('a journal that only holds has no receipt', async () => {
  await world.options.placed(member);
  const [row] = await world.db.run<{ id: string }>({
    name: 'test.lastOpening',
    text: `select max(id) as id from ledger_journal where cause_kind = 'option-open'`,
  });
  expect(await asked({ kind: 'journal', id: row?.id ?? '' })).toMatchObject({ code: 204 });
});

test('the bill of an option’s end has the option’s receipts', async () => {
  const id = await world.options.withLine(member);
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '110');
  await world.options.settle();
  const [row] = await world.db.run<{ id: string }>({
    name: 'test.settlement',
    text: `select id from ledger_journal where cause_kind = 'option-settle' and cause_id = '${id}'`,
  });
  const receipts = await world.receipts(member, 'journal', row?.id ?? '');
  expect(receipts.map(({ entry }) => parseEntry(entry)?.t)).toEqual(['option-taken', 'option-line', 'option-settled']);
  expect(receipts.map(({ entry }) => entry)).toEqual(
    (await world.receipts(member, 'option', id)).map(({ entry }) => entry),
  );
});

test('a deposit, a withdrawal, an exchange and both transfers have the receipt of their journal, by their own id', async () => {
  const other = await world.http.newMember();
  const own = { memberId: member, type: 1, coinId: '1' } as const;
  const options = { ...own, type: 2 } as const;
  const [outside, spot] = [
    { house: 'outside', coinId: '1' },
    { house: 'spot', coinId: '1' },
  ] as const;
  const ref = { kind: 'withdrawal', ref: '71' };
  const post = (cause: CauseKind, lines: Journal['lines']) =>
    world.writer.submit(plainPosting, [{ cause: { kind: cause, id: '71' }, actor: { kind: 'clock' }, lines }]);
  const things = [
    { kind: 'recharge', cause: 'recharge', lines: [move(outside, own, amount('9'))] },
    {
      kind: 'exchange',
      cause: 'flash-exchange',
      lines: [move(own, spot, amount('1')), move(spot, own, amount('0.9'))],
    },
    { kind: 'transfer', cause: 'account-transfer', lines: [move(own, options, amount('2'))] },
    { kind: 'send', cause: 'member-transfer', lines: [move(own, { ...own, memberId: other.id }, amount('0.5'))] },
    { kind: 'withdraw', cause: 'withdrawal', lines: [capture(own, outside, amount('3'), ref)] },
  ] as const;
  await post('demo-gift', [move(outside, own, amount('9'))]);
  // A request only holds.
  await post('withdrawal-request', [hold(own, amount('3'), ref)]);
  expect(await asked({ kind: 'withdraw', id: '71' })).toMatchObject({ code: 204, reason: 'not_found' });
  for (const { kind, cause, lines } of things) {
    await post(cause, lines);
    const [found, ...others] = await world.receipts(member, kind, '71');
    expect(others).toEqual([]);
    expect(parseEntry(found?.entry ?? '')).toMatchObject({ t: 'journal', kind: cause });
    const [{ id } = { id: '' }] = await world.db.run<{ id: string }>({
      name: 'test.last',
      text: 'select max(id) as id from ledger_journal',
    });
    expect((await world.receipts(member, 'journal', id))[0]?.entry).toBe(found?.entry);
    // Who received it has it too, and nobody else has.
    const theirs = await asked({ kind, id: '71' }, other.token);
    expect(theirs).toMatchObject(kind === 'send' ? { code: 1 } : { code: 204, reason: 'not_found' });
  }
});

test('a journal that pays several members shows each their own lines alone; one between two shows both', async () => {
  await allowTrialKind(world.options);
  const other = await world.http.newMember();
  const [outside, own, others] = [
    { house: 'outside', coinId: '1' } as const,
    { memberId: member, type: 1, coinId: '1' } as const,
    { memberId: other.id, type: 1, coinId: '1' } as const,
  ];
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'test', id: 'many' },
      actor: { kind: 'clock' },
      lines: [move(outside, own, amount('1')), move(outside, others, amount('2')), move(outside, own, amount('3'))],
    },
    {
      cause: { kind: 'test', id: 'two' },
      actor: { kind: 'clock' },
      lines: [move(own, others, amount('0.5')), move(own, { house: 'fees', coinId: '1' }, amount('0.1'))],
    },
  ]);
  await world.follow();
  world.clock.advance(1_000);
  const [many, two] = await world.db.run<{ id: string }>({
    name: 'test.both',
    text: `select id from ledger_journal where cause_kind = 'test' order by id`,
  });
  const amountsFor = async (memberId: string, id = '') =>
    (await world.receipts(memberId, 'journal', id)).map(({ opened, index }) => [
      index !== null,
      opened && 'lines' in opened ? opened.lines.map((line) => line.amount) : [],
    ]);
  expect(await amountsFor(member, many?.id)).toEqual([[true, ['1.00000000', '3.00000000']]]);
  expect(await amountsFor(other.id, many?.id)).toEqual([[true, ['2.00000000']]]);
  for (const memberId of [member, other.id])
    expect(await amountsFor(memberId, two?.id)).toEqual([[true, ['0.50000000', '0.10000000']]]);
});

test('a receipt holds after the secret changed: salts are kept', async () => {
  const id = await world.options.placed(member);
  const before = (await world.receipts(member, 'option', id))[0]?.salt;
  const other = await world.process({ secret: 'another secret' });
  const [row] = await world.db.run<{ key: Buffer }>({ name: 'test.secret', text: 'select key from log_secret' });
  expect(row?.key).toHaveLength(32);
  await other.worker.catchUp();
  expect((await world.receipts(member, 'option', id))[0]?.salt).toBe(before);
  const line = (await world.lines()).find((each) => each.includes(`"id":${id},"market"`));
  expect((await world.receipts(member, 'option', id))[0]?.entry).toBe(line);
});
