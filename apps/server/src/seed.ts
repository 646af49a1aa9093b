import { ACCOUNT_TYPE } from '@plimsoll/contract';
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
  type House,
  type Journal,
} from './ledger/index.ts';
import type { Coin, MarketData } from './market/index.ts';
import { sql, type Db } from './platform/db.ts';

/** House accounts of a demo at the start (RULES 1), per account: USDT, and every other coin. */
const HOUSE_FUNDS: readonly { readonly house: House; readonly usdt: string; readonly others: string | null }[] = [
  { house: 'spot', usdt: '100000000000', others: '100000000000' },
  { house: 'options', usdt: '100000000', others: null },
  { house: 'loans', usdt: '100000000', others: null },
  { house: 'rewards', usdt: '100000000', others: '100000000' },
];

/** Balances of the demo member at the start: USDT in funds and options, some of the other coins in funds. */
const DEMO_USDT = '10000';
const DEMO_OTHERS = '10';

const funding = (kind: CauseKind, id: string, to: Account, quantity: string): Journal => ({
  cause: { kind, id },
  actor: { kind: 'clock' },
  lines: [move({ house: 'outside', coinId: to.coinId }, to, amount(quantity))],
});

function houseJournals(coins: readonly Coin[]): Journal[] {
  return HOUSE_FUNDS.flatMap(({ house, usdt, others }) =>
    coins.flatMap((coin) => {
      const quantity = coin.title === 'USDT' ? usdt : others;
      return quantity === null
        ? []
        : [funding('house-funding', `${house}.${coin.title}`, { house, coinId: coin.id }, quantity)];
    }),
  );
}

function memberJournals(memberId: string, coins: readonly Coin[]): Journal[] {
  return coins.flatMap((coin) => {
    const own = (type: 1 | 2, quantity: string) =>
      funding('demo-funding', `${memberId}.${type}.${coin.title}`, { memberId, type, coinId: coin.id }, quantity);
    return coin.title === 'USDT'
      ? [own(ACCOUNT_TYPE.funds, DEMO_USDT), own(ACCOUNT_TYPE.options, DEMO_USDT)]
      : [own(ACCOUNT_TYPE.funds, DEMO_OTHERS)];
  });
}

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
          db,
          kind,
          journals.map(({ cause }) => cause.id),
        ),
      ),
    );
    const missing = journals.filter(({ cause }) => !posted[kinds.indexOf(cause.kind)]?.has(cause.id));
    if (missing.length > 0) await writer.submit(plainPosting, missing);
  });
}
