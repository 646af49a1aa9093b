import { amount } from '@plimsoll/money';
import { DEMO_PASSWORD } from './config.ts';
import type { Membership } from './features/membership/index.ts';
import {
  move,
  plainPosting,
  postedCauses,
  type Account,
  type CauseKind,
  type GroupedWriter,
  type Journal,
} from './ledger/index.ts';
import type { Coin, MarketData } from './market/index.ts';
import { sql, type Db } from './platform/db.ts';
import { HOUSE_FUNDS, MEMBER_FUNDS } from './seed-funds.ts';

const funding = (kind: CauseKind, id: string, to: Account, quantity: string): Journal => ({
  cause: { kind, id },
  actor: { kind: 'clock' },
  lines: [move({ house: 'outside', coinId: to.coinId }, to, amount(quantity))],
});

/** What each coin's account gets, without those that get nothing. */
const fundings = (
  kind: CauseKind,
  coins: readonly Coin[],
  {
    name,
    account,
    usdt,
    others,
  }: { name: string; account: (coinId: string) => Account; usdt: string; others: string | null },
): Journal[] =>
  coins.flatMap(({ id, title }) => {
    const quantity = title === 'USDT' ? usdt : others;
    return quantity === null ? [] : [funding(kind, `${name}.${title}`, account(id), quantity)];
  });

const houseJournals = (coins: readonly Coin[]): Journal[] =>
  HOUSE_FUNDS.flatMap(({ house, ...funds }) =>
    fundings('house-funding', coins, { ...funds, name: house, account: (coinId) => ({ house, coinId }) }),
  );

const memberJournals = (memberId: string, coins: readonly Coin[]): Journal[] =>
  MEMBER_FUNDS.flatMap(({ type, ...funds }) =>
    fundings('demo-funding', coins, {
      ...funds,
      name: `${memberId}.${type}`,
      account: (coinId) => ({ memberId, type, coinId }),
    }),
  );

const lock = sql<never>('seed.lock', `select pg_advisory_xact_lock(hashtextextended('plimsoll demo', 0))`);

interface SeedDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly market: Pick<MarketData, 'coins'>;
  readonly membership: Pick<Membership, 'memberByUsername' | 'registerMember'>;
}

async function registerDemo(membership: SeedDeps['membership']): Promise<string | undefined> {
  const made = await membership.registerMember({
    username: 'demo',
    password: DEMO_PASSWORD,
    payPassword: DEMO_PASSWORD,
  });
  return made.ok ? made.value : (await membership.memberByUsername('demo'))?.id;
}

/** Funds a demo's house accounts and the member `demo`, once; of several processes one does it and the others wait. */
export async function seedDemo({ db, writer, market, membership }: SeedDeps): Promise<void> {
  const coins = market.coins();
  const memberId = (await membership.memberByUsername('demo'))?.id ?? (await registerDemo(membership));
  const journals = [...houseJournals(coins), ...(memberId === undefined ? [] : memberJournals(memberId, coins))];
  const kinds = [...new Set(journals.map(({ cause }) => cause.kind))];
  await db.transaction(async (tx) => {
    await tx.run(lock);
    const posted = await Promise.all(
      kinds.map((kind) =>
        postedCauses(
          tx,
          kind,
          journals.map(({ cause }) => cause.id),
        ),
      ),
    );
    const missing = journals.filter(({ cause }) => !posted[kinds.indexOf(cause.kind)]?.has(cause.id));
    if (missing.length > 0) await writer.submit(plainPosting, missing);
  });
}
