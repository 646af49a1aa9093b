import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { formatSum, parseEntry, parseSum, sumOfLeaves } from '@plimsoll/proof/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditLedger, hold, move, plainPosting } from '../../ledger/index.ts';
import { DatabaseLease } from '../../platform/lease.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { openLiabilityWorld, type LiabilityWorld } from '../../testing/liability-world.ts';
import { answerOf, COIN, failingLog } from '../../testing/world-parts.ts';
import { liabilitiesAudits } from './index.ts';

type Proof = Answer<'getLiabilityProof'>;
type Member = Awaited<ReturnType<LiabilityWorld['member']>>;

let all: LiabilityWorld;
let owner: Db;
let [rich, frozen, poor]: readonly Member[] = [];
let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`liabilities.test${(texts += 1)}`, text);
const setFrozen = raw('update member set frozen = $2 where id = $1');

beforeAll(async () => {
  all = await openLiabilityWorld();
  const { world } = all;
  owner = openDb(world.url, { connections: 1, role: null });
  rich = await all.member({ USDT: '1000.00000001', BTC: '0.5' });
  frozen = await all.member({ ETH: '12.5' });
  poor = await all.member();
  const [funds, options] = ([1, 2] as const).map((type) => ({ memberId: rich?.id ?? '', type, coinId: COIN.USDT }));
  if (!funds || !options) throw new Error('two accounts are needed');
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'account-transfer', id: '1' },
      actor: { kind: 'member', id: rich.id },
      lines: [move(funds, options, amount('300'))],
    },
    {
      cause: { kind: 'spot-place', id: '1' },
      actor: { kind: 'member', id: rich.id },
      lines: [hold(funds, amount('200'), { kind: 'spot', ref: '1' })],
    },
  ]);
  await world.db.run(setFrozen, [frozen.id, true]);
  await publish();
  // A frozen member cannot ask.
  await world.db.run(setFrozen, [frozen.id, false]);
});
afterAll(async () => {
  await owner.close();
  await all.close();
});

/** Takes an epoch and puts it into the log. */
async function publish(): Promise<void> {
  expect(await all.slice.epochs.take()).toBe(true);
  const [row] = await all.world.db.run(raw<{ entry: string }>('select entry from liability_epoch order by epoch desc'));
  all.log.lines.push(row?.entry ?? '');
  // The public answer is kept for a moment.
  all.world.clock.advance(3_000);
}
const ask = (member: Member | undefined) => all.http.call('getLiabilityProof', {}, { token: member?.token ?? '' });
const proofOf = async (member: Member | undefined): Promise<Proof> => answerOf('getLiabilityProof', await ask(member));
const publicAnswer = async () => answerOf('liabilities', await all.http.call('liabilities', {}, { method: 'GET' }));

type Found = Awaited<ReturnType<LiabilityWorld['verified']>>;
/** What verifiers agree on: one exit status, one name. */
const codesOf = (found: Found) => [...new Set(found.map(({ code }) => code))];
const wrongOf = (found: Found) => [...new Set(found.map(({ wrong }) => wrong))];

/** What an answer proves, by coin. */
function provenBy({ epoch, owner: name, leaves, entry }: Proof): Record<string, string> {
  const head = parseEntry(entry);
  if (head?.t !== 'liabilities') throw new Error('another entry');
  const { root, coins, totals, leaves: count } = head;
  const sums = sumOfLeaves(
    {
      epoch,
      owner: name,
      head: {
        root: Uint8Array.from(Buffer.from(root, 'hex')),
        coins,
        totals: totals.map((text) => parseSum(text) ?? -1n),
        leaves: count,
      },
    },
    leaves,
  );
  if (!sums) throw new Error('the leaves lead elsewhere');
  return Object.fromEntries(coins.flatMap((coin, at) => (sums[at] ? [[coin, formatSum(sums[at])]] : [])));
}

test('a member’s proof covers all their accounts, what is frozen too; verifiers hold it', async () => {
  const proof = await proofOf(rich);
  expect(provenBy(proof)).toEqual({ USDT: '1000.00000001', BTC: '0.50000000' });
  for (const { code, output } of await all.verified({ code: 1, msg: 'Done', data: proof }, '--owner', proof.owner)) {
    expect(output).toContain('1000.00000001 USDT');
    expect(code).toBe(0);
  }
});

test('frozen members are in it, and members who have nothing', async () => {
  const proofs = [await proofOf(frozen), await proofOf(poor)];
  expect(proofs.map(provenBy)).toEqual([{ ETH: '12.50000000' }, {}]);
  for (const proof of proofs) expect(codesOf(await all.verified(proof))).toEqual([0]);
  expect(wrongOf(await all.verified(proofs[0], '--owner', 'bob'))).toEqual(['owner']);
});

const onLeaf = (proof: Proof, change: (leaf: Proof['leaves'][number]) => object): unknown => ({
  ...proof,
  leaves: proof.leaves.map((leaf, at) => (at === 0 ? change(leaf) : leaf)),
});
const onStep = (proof: Proof, change: (amounts: readonly string[]) => readonly string[]): unknown =>
  onLeaf(proof, (leaf) => ({
    ...leaf,
    path: leaf.path.map((step, at) => (at === 1 ? { ...step, amounts: change(step.amounts) } : step)),
  }));
const first =
  (change: (text: string) => string) =>
  (amounts: readonly string[]): readonly string[] =>
    amounts.map((text, at) => (at === 0 ? change(text) : text));
const plus = (units: bigint) => (text: string) => formatSum((parseSum(text) ?? 0n) + units);

test.each<[string, string, (proof: Proof) => unknown]>([
  ['a member left out', 'leaf', (p) => ({ ...p, leaves: [] })],
  ['a balance 10⁻⁸ short', 'leaf', (p) => onLeaf(p, (l) => ({ ...l, amounts: first(plus(1n))(l.amounts) }))],
  ['sums that a node does not cover', 'leaf', (p) => onStep(p, first(plus(1n)))],
  [
    'a negative sum',
    'amount',
    (p) =>
      onStep(
        p,
        first((text) => `-${text}`),
      ),
  ],
  [
    'a sum that overflows',
    'overflow',
    (p) =>
      onStep(
        p,
        first(() => formatSum(2n ** 128n - 1n)),
      ),
  ],
  ['a nonce used twice', 'leaf', (p) => ({ ...p, leaves: [p.leaves[0], { ...p.leaves[0], part: 2 }] })],
  ['another epoch', 'entry', (p) => ({ ...p, epoch: p.epoch + 1 })],
])('both verifiers name %s: %s', async (_what, name, change) => {
  const found = await all.verified(change(await proofOf(rich)));
  expect(wrongOf(found)).toEqual([name]);
});

test('one leaf cannot be shown to two members: its nonce is of its owner', async () => {
  const [mine, other] = [await proofOf(rich), await proofOf(poor)];
  const found = await all.verified({ ...other, leaves: mine.leaves });
  expect(wrongOf(found)).toEqual(['leaf']);
});

test('the public answer has the totals, which are what is outside, and provable leaves of house accounts', async () => {
  const { house, leaves: count, totals, ...answer } = await publicAnswer();
  expect(count).toBe(2 ** Math.ceil(Math.log2(count)));
  expect(Object.fromEntries(answer.coins.map((coin, at) => [coin, totals[at]]))).toEqual({
    BTC: '1000000000.50000000',
    ETH: '1000000012.50000000',
    USDT: '1000001000.00000001',
  });
  expect(house.map(({ owner: name, leaves }) => [name, leaves.length])).toEqual([['spot', 1]]);
  for (const each of house) {
    const proof = { ...answer, ...each };
    expect(provenBy(proof)).toEqual({
      BTC: '1000000000.00000000',
      ETH: '1000000000.00000000',
      USDT: '1000000000.00000000',
    });
    expect(codesOf(await all.verified(proof))).toEqual([0]);
  }
});

test('who came after the epoch is refused until the next one, and visitors have no proof', async () => {
  const late = await all.member({ BTC: '1' });
  expect(await ask(late)).toMatchObject({ code: 201, reason: 'no_epoch_yet' });
  expect(await ask(undefined)).toMatchObject({ reason: 'login_required' });
  await publish();
  expect(provenBy(await proofOf(late))).toEqual({ BTC: '1.00000000' });
});

test('an epoch that the log does not have yet is not shown: the one before is', async () => {
  const { epoch } = await proofOf(rich);
  expect(await all.slice.epochs.take()).toBe(true);
  expect((await proofOf(rich)).epoch).toBe(epoch);
  const lines = all.log.lines.splice(0);
  all.world.clock.advance(3_000);
  expect(await ask(rich)).toMatchObject({ code: 201, reason: 'no_epoch_yet' });
  expect(await all.http.call('liabilities', {}, { method: 'GET' })).toMatchObject({
    code: 201,
    reason: 'no_epoch_yet',
  });
  all.log.lines.push(...lines);
});

test('a proof names its owner as they were called at the epoch', async () => {
  const { owner: before } = await proofOf(poor);
  await all.world.db.run(raw('update member set username = $2 where id = $1'), [poor?.id, 'renamed']);
  const proof = await proofOf(poor);
  expect(proof.owner).toBe(before);
  expect(provenBy(proof)).toEqual({});
  await publish();
  expect((await proofOf(poor)).owner).toBe('renamed');
});

const countEpochs = raw<{ count: number }>('select count(*)::int as count from liability_epoch');
const counted = async (): Promise<number> => (await all.world.db.run(countEpochs))[0]?.count ?? 0;
const changeBalance = raw(
  'update ledger_account set available = available + $2 where member_id = $1 and type = 1 and coin_id = 1',
);

test('an epoch whose totals are not what is outside is not published, but logged and counted', async () => {
  const before = await counted();
  await behindTriggers(owner, 'ledger_account', changeBalance, [rich?.id, '0.00000001']);
  expect(await all.slice.epochs.take()).toBe(false);
  expect(all.uncovered).toEqual([1]);
  expect(all.http.logged.at(-1)).toMatchObject({
    message: 'liabilities are not covered, epoch not published',
    details: { coins: ['USDT'] },
  });
  await behindTriggers(owner, 'ledger_account', changeBalance, [rich?.id, '-0.00000001']);
  expect(await counted()).toBe(before);
  expect((await readdir(all.folder)).filter((name) => name.startsWith('building'))).toEqual([]);
});

test('balances of a coin of which nothing is outside are not covered', async () => {
  await owner.run(raw(`insert into coin (id, title, decimals) values (99, 'MINT', 8)`));
  await owner.run(
    raw(`insert into ledger_account (member_id, type, coin_id, available, opened_in)
      select $1, 1, id, 5, 0 from coin where title = 'MINT'`),
    [rich?.id],
  );
  expect(await all.slice.epochs.take()).toBe(false);
  expect(all.http.logged.at(-1)).toMatchObject({ details: { coins: ['coin 99'] } });
  expect(all.uncovered).toEqual([1, 1]);
  await behindTriggers(
    owner,
    'ledger_account',
    raw(`delete from ledger_account where coin_id = (select id from coin where title = 'MINT')`),
  );
  expect(await all.slice.epochs.take()).toBe(true);
});

test('while another process takes an epoch this one does not', async () => {
  const lease = new DatabaseLease({ name: 'liabilities', db: owner, clock: all.world.clock, log: failingLog });
  await lease.take();
  expect(await all.slice.epochs.take()).toBe(false);
  await lease.release();
  expect(await all.slice.epochs.take()).toBe(true);
});

test('what was published stays, from any role', async () => {
  for (const change of ['update liability_epoch set leaves = 1', 'delete from liability_epoch']) {
    await expect(owner.run(raw(change))).rejects.toThrow('never changes liability_epoch');
    await expect(all.world.db.run(raw(change))).rejects.toThrow('permission denied');
  }
});

test('the audit compares epochs with the journal', async () => {
  const wrong = async (): Promise<string[]> => {
    const { checks } = await auditLedger(owner, liabilitiesAudits);
    return checks.filter(({ name }) => name.includes('liabilities')).flatMap(({ rows }) => rows);
  };
  expect(await wrong()).toEqual([]);
  const change = raw<never>('update liability_epoch set totals[1] = totals[1] + $1 where epoch = 1');
  await behindTriggers(owner, 'liability_epoch', change, ['0.00000001']);
  expect((await wrong()).join()).toMatch(/epoch 1: outside is .* by the journal, stated/);
  await behindTriggers(owner, 'liability_epoch', change, ['-0.00000001']);
  const house = raw<never>(`update liability_epoch set house = jsonb_set(house, '{0,amounts,0}', $1) where epoch = 1`);
  await behindTriggers(owner, 'liability_epoch', house, ['"1.00000000"']);
  expect((await wrong()).join()).toMatch(/epoch 1: spot is 1000000000 USDT by the journal, stated 1.00000000/);
  await behindTriggers(owner, 'liability_epoch', house, ['"1000000000.00000000"']);
  expect(await wrong()).toEqual([]);
});

test('without the files of an epoch nothing is shown, and it is logged', async () => {
  await publish();
  const [epoch] = (await readdir(all.folder)).toSorted((a, b) => Number(b) - Number(a));
  expect(existsSync(join(all.folder, epoch ?? ''))).toBe(true);
  await rename(join(all.folder, epoch ?? ''), join(all.folder, 'away'));
  expect(await ask(rich)).toMatchObject({ reason: 'no_epoch_yet' });
  expect(all.http.logged.at(-1)?.message).toBe('liabilities files unreadable');
  // The tree of another epoch in its place.
  const other = (await readdir(all.folder)).find((name) => name !== 'away') ?? '';
  await rename(join(all.folder, other), join(all.folder, epoch ?? ''));
  expect(await ask(rich)).toMatchObject({ reason: 'no_epoch_yet' });
  expect(all.http.logged.at(-1)?.message).toBe('liabilities files do not match the published root');
});

test('the trees of the last 24 epochs are kept; what a crash left is removed', async () => {
  const { db } = all.world;
  const count = await counted();
  // Epochs as others of this deployment published them.
  const copy = raw<never>(`insert into liability_epoch
    select $1, at, batch, root, coins, totals, leaves, house, entry, members, took from liability_epoch where epoch = 1`);
  const newest = count + 24;
  for (let epoch = count + 1; epoch <= newest; epoch += 1) await db.run(copy, [epoch]);
  const left = ['building-7', '9999', ...Array.from({ length: newest + 1 }, (_, n) => String(n + 1))];
  for (const name of left) await mkdir(join(all.folder, name), { recursive: true });
  expect(await all.slice.epochs.take()).toBe(true);
  const kept = Array.from({ length: 24 }, (_, n) => String(newest + 1 - n));
  expect(new Set(await readdir(all.folder))).toEqual(new Set(kept));
  expect(await readdir(join(all.folder, String(newest + 1)))).toContain('tree');
});

test('an epoch is taken by itself when it is due, and not before', async () => {
  const { clock } = all.world;
  const count = await counted();
  all.slice.epochs.start();
  const untilMs = clock.nowMs() + 3_500_000;
  while (clock.nowMs() < untilMs) clock.advance(50_000);
  expect(await counted()).toBe(count);
  await vi.waitFor(async () => {
    clock.advance(60_000);
    expect(await counted()).toBe(count + 1);
  }, 20_000);
  await all.slice.epochs.stop();
  // What is under way ends with the server, and leaves nothing.
  await expect(all.slice.epochs.take()).rejects.toThrow('aborted');
  expect((await readdir(all.folder)).filter((name) => name.startsWith('building'))).toEqual([]);
});
