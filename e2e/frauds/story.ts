import { rm } from 'node:fs/promises';
import { amount } from '@plimsoll/money';
import { dropTestDatabase } from '../../apps/server/src/testing/database.ts';
import { move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { sql } from '../../apps/server/src/platform/db.ts';
import { bookPacking } from '../../apps/server/src/features/spot/book-packing.ts';
import { openLogWorld, type KeptLogWorld, type LogWorld } from '../../apps/server/src/testing/log-world.ts';
import { failingLog } from '../../apps/server/src/testing/world-parts.ts';

const USDT = '1';

/** What happened in the honest world, as it was kept. */
export interface Story {
  readonly world: KeptLogWorld;
  /** Who did all of it. */
  readonly ada: string;
  readonly bob: string;
  /** Options of ada's by how they ended; `open` goes up, and expires ten seconds after the story's end. */
  readonly options: Readonly<Record<'win' | 'lose' | 'tie' | 'void' | 'open', string>>;
  /** A buy over three levels of a book, and the journal of a transfer. */
  readonly order: string;
  readonly transfer: string;
}

/** Seconds with a mark each, where there is a price; the log is continued along the way. */
export async function pass(
  world: LogWorld,
  seconds: number,
  priceAt: (second: number) => string | null,
): Promise<void> {
  for (let second = 1; second <= seconds; second += 1) {
    world.clock.advance(1_000);
    const price = priceAt(second);
    if (price !== null) world.market.setMark('btcusdt', price);
    await world.options.service.settler.settleAll();
    await world.follow();
  }
}

/** Shows a book of bitcoin around a whole price: three levels of asks above it. */
export function showBook({ market }: LogWorld, price: string): void {
  market.setTick('btcusdt', price);
  market.setBook('btcusdt', {
    asks: [
      [`${price}.01`, '1'],
      [`${price}.02`, '1'],
      [`${price}.03`, '5'],
    ],
    bids: [[price, '1']],
  });
}

/** Buys bitcoin for so many USDT. @returns the order. */
export async function buy({ options: { spot } }: LogWorld, memberId: string, usdt: string): Promise<string> {
  await spot.sweeper.settled();
  const placed = await spot.place(memberId, { m_id: '1', side: 'buy', mode: 'market', amount: amount(usdt) });
  if (!placed.ok) throw new Error(placed.refusal.reason);
  await spot.sweeper.settled();
  return String(placed.value.id);
}

/** Packs superseded books as the server's worker does. @throws Error when there are not so many. */
export async function packBooks({ db, clock }: LogWorld, many: number): Promise<void> {
  const packed = await bookPacking({ db, clock, log: failingLog }).doAll();
  if (packed !== many) throw new Error(`${packed} books were packed instead of ${many}`);
}

/** Moves USDT of a member from their funds to their options. @returns the journal. */
export async function transfer({ writer, db }: LogWorld, memberId: string, usdt: string): Promise<string> {
  const funds = { memberId, type: 1 as const, coinId: USDT };
  const [before] = await db.run(countTransfers);
  await writer.submit(plainPosting, [
    {
      cause: { kind: 'account-transfer', id: String(Number(before?.count ?? 0) + 1) },
      actor: { kind: 'member', id: memberId },
      lines: [move(funds, { memberId, type: 2, coinId: USDT }, amount(usdt))],
    },
  ]);
  const [made] = await db.run(lastTransfer);
  if (!made) throw new Error('there is no transfer');
  return made.id;
}
const countTransfers = sql<{ count: string }>(
  'frauds.countTransfers',
  `select count(*) as count from ledger_journal where cause_kind = 'account-transfer'`,
);
const lastTransfer = sql<{ id: string }>(
  'frauds.lastTransfer',
  `select id from ledger_journal where cause_kind = 'account-transfer' order by id desc limit 1`,
);

/** Removes what was kept of a story. */
export async function forget({ world: { database, folder } }: Story): Promise<void> {
  await dropTestDatabase(database);
  await rm(folder, { recursive: true });
}

/** Lets the honest world happen on a database of its own, which is kept to be copied. */
export async function playStory(): Promise<Story> {
  const world = await openLogWorld();
  const { market, options, writer } = world;
  const [ada, bob] = [await options.staker('1000'), await options.staker('1000')];
  market.setMark('btcusdt', '100');
  await pass(world, 1, () => '100');
  const win = await options.placed(ada, { stake: '110.5', way: 'up' });
  const lose = await options.placed(ada, { stake: '107', way: 'down' });
  await options.placed(bob, { stake: '20', way: 'up' });
  await pass(world, 33, (second) => `${100 + second}`);
  const tie = await options.placed(ada, { way: 'down' });
  await pass(world, 33, () => '120');
  const lost = await options.placed(ada, { way: 'up' });
  await pass(world, 10, () => null);
  await pass(world, 2, () => '122');
  await writer.submit(
    plainPosting,
    [ada, bob].map((memberId) => ({
      cause: { kind: 'demo-funding' as const, id: `funds.${memberId}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId: USDT }, { memberId, type: 1, coinId: USDT }, amount('5000'))],
    })),
  );
  const moved = await transfer(world, ada, '12.34');
  showBook(world, '122');
  const order = await buy(world, ada, '400');
  await world.takeEpoch();
  const open = await options.placed(ada, { stake: '100.00000001', way: 'up' });
  await pass(world, 21, (second) => `${121 + second}`);
  const kept = world.kept();
  await world.close({ keeps: true });
  return { world: kept, ada, bob, options: { win, lose, tie, void: lost, open }, order, transfer: moved };
}
