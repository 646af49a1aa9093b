import type { Answer, Settings } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { createMining, miningAudits, miningOperatorRoutes, type Mining } from '../features/mining/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { createStaking, stakingAudits, stakingOperatorRoutes, type Staking } from '../features/staking/index.ts';
import { plainPosting, type Account, type GroupedWriter } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testPlans } from './plans.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import {
  answerOf,
  billsOf,
  coinIdOf,
  dataOf,
  demoMembership,
  demoSettings,
  failingLog,
  journalTo,
  noticesOf,
  openProcess,
  withKey,
  type OtherProcess,
} from './world-parts.ts';

/** Coins by id; SOL has two places, which shows rounding. */
export const EARNED_COIN = { USDT: '1', BTC: '2', ETH: '3', SOL: '4' } as const;
type EarnedCoin = keyof typeof EARNED_COIN;

/** Of every member here. */
const EARNER_PASSWORD = 'Anchor7down';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds of so many days. */
export const days = (count: number): number => count * DAY_MS;

/** A member who is logged in. */
export interface EarningMember {
  readonly id: string;
  readonly token: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** Terms of a product; USDT, 10 to 100 000, by default. */
interface MiningTerms {
  readonly coin?: EarnedCoin;
  readonly min?: string;
  readonly max?: string;
  readonly rate: string;
  readonly cycle: number;
}
interface StakingTerms {
  readonly coin?: EarnedCoin;
  readonly type: 1 | 2;
  readonly days: number;
  readonly rate: string;
  readonly min?: string;
}

/** One server's share of the work. */
export interface EarningProcess {
  readonly mining: Mining;
  readonly staking: Staking;
}

/**
 * Lock mining and staking over HTTP, on a separate database. House account `rewards` starts with 1 000 000 of each
 * coin.
 */
export interface EarningWorld {
  readonly world: TradingWorld;
  readonly http: OperatorHttp;
  /** As the owner of the database. */
  readonly owner: Db;
  /** Switches in force, changeable. */
  readonly switches: Partial<Settings>;
  /** A logged-in member with {@link EARNER_PASSWORD} and these funds. */
  member(funds?: Readonly<Partial<Record<EarnedCoin, string>>>): Promise<EarningMember>;
  /** Funds a house account from outside. */
  fund(house: 'rewards', coin: EarnedCoin, quantity: string): Promise<void>;
  /** What house account `rewards` has. */
  rewards(coin: EarnedCoin): Promise<readonly [available: string, frozen: string]>;
  /** Offers lock mining; its id. */
  product(terms: MiningTerms): Promise<string>;
  /** Offers staking; the ids of the project and its duration. */
  project(terms: StakingTerms): Promise<{ readonly id: string; readonly s_id: string }>;
  freeze(memberId: string, frozen: boolean): Promise<void>;
  call(by: EarningMember, name: string, fields?: Fields, key?: string): Promise<TestAnswer>;
  /** Asks for one; returns its id. */
  made(by: EarningMember, name: 'buyMiningMachine' | 'submitStaking', fields: Fields): Promise<number>;
  orders(of: EarningMember, filter?: Fields): Promise<Answer<'getMiningMachineOrders'>['list']>;
  stakes(of: EarningMember, filter?: Fields): Promise<Answer<'getStakingOrderList'>['list']>;
  bills(of: EarningMember): Promise<string[]>;
  notices(of: EarningMember): Promise<string[]>;
  /** Does what is due in every process at once; answers how much. */
  work(): Promise<number>;
  /** Another process on the same database. */
  anotherProcess(): EarningProcess;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPayPassword = sql<never>('testing.earnerPassword', 'update member set pay_password_hash = $2 where id = $1');
const setFrozen = sql<never>('testing.earnerFrozen', 'update member set frozen = $2 where id = $1');
const addProduct = sql<{ id: string }>(
  'testing.miningProduct',
  `
  insert into mining_product (title, coin_id, min_amount, max_amount, interest_rate, days, changed_at) values ('Skiff', $1, $2, $3, $4, $5, now()) returning id`,
);
const addProject = sql<{ id: string }>(
  'testing.stakingProject',
  'insert into staking_project (coin_id, type, changed_at) values ($1, $2, now()) returning id',
);
const addInfo = sql<{ id: string }>(
  'testing.stakingInfo',
  `
  insert into staking_info (project_id, coin_id, type, days, interest_rate, min_amount, created_at) values ($1, $2, $3, $4, $5, $6, now()) returning id`,
);
const houseRow = sql<{ available: string; frozen: string }>(
  'testing.rewards',
  `select available, frozen from ledger_account where house = 'rewards' and coin_id = $1`,
);

/** Opens an {@link EarningWorld}. */
export async function openEarningWorld(): Promise<EarningWorld> {
  const world = await openTradingWorld({
    coins: Object.entries(EARNED_COIN).map(([title, id]) => ({ id, title, decimals: title === 'SOL' ? 2 : 8 })),
  });
  const { db, clock, writer } = world;
  const owner = openDb(world.url, { connections: 1, role: null });
  const switches: Partial<Settings> = {};
  const { http, first, open } = earningIn(world, switches);
  const processes = [first];
  const others: OtherProcess[] = [];
  let grants = 0;
  const grant = (to: Account, quantity: string) => journalTo(String((grants += 1)), to, quantity);
  await writer.submit(
    plainPosting,
    Object.values(EARNED_COIN).map((coinId) => grant({ house: 'rewards', coinId }, '1000000')),
  );
  return {
    world,
    http,
    owner,
    switches,
    ...earnersBy(http),
    ...offersBy(owner),
    async member(funds = {}) {
      const made = await http.newMember();
      await db.run(setPayPassword, [made.id, `plain ${EARNER_PASSWORD}`]);
      const journals = Object.entries(funds).map(([title, quantity]) =>
        grant({ memberId: made.id, type: 1, coinId: coinIdOf(EARNED_COIN, title) }, quantity),
      );
      if (journals.length > 0) await writer.submit(plainPosting, journals);
      return made;
    },
    async fund(house, coin, quantity) {
      await writer.submit(plainPosting, [grant({ house, coinId: EARNED_COIN[coin] }, quantity)]);
    },
    async rewards(coin) {
      const [row] = await db.run(houseRow, [EARNED_COIN[coin]]);
      return [format(amount(row?.available ?? '0')), format(amount(row?.frozen ?? '0'))];
    },
    async freeze(memberId, frozen) {
      await owner.run(setFrozen, [memberId, frozen]);
    },
    work: () => workOf(processes),
    anotherProcess() {
      const other = openProcess({ db, url: world.url, clock });
      others.push(other);
      const process = open(other.writer);
      processes.push(process);
      return process;
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...miningAudits, ...stakingAudits]),
    async close() {
      await http.app.close();
      for (const each of others) await each.close();
      await owner.close();
      await world.close();
    },
  };
}

async function workOf(processes: readonly EarningProcess[]): Promise<number> {
  const done = await Promise.all(
    processes.flatMap(({ mining, staking }) => [mining.accruals.doAll(), staking.ends.doAll()]),
  );
  return done.reduce((sum, each) => sum + each, 0);
}

/** Both slices with what they need, over HTTP; `open` opens them in another process. */
function earningIn({ db, market, clock, writer }: TradingWorld, switches: Partial<Settings>) {
  const settings = demoSettings(() => switches);
  const sessions = new Sessions(db, clock);
  const { payments } = demoMembership({ db, clock, sessions, settings, security: testSecurity(db, clock) });
  const debts = openDebts({ clock, market });
  const log = failingLog;
  const open = (own: GroupedWriter): EarningProcess => ({
    mining: createMining({ db, writer: own, paying: own, clock, debts, log }),
    staking: createStaking({ db, writer: own, clock, payments, debts, log }),
  });
  const first = open(writer);
  const http = operatorHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...first.mining.routes,
      ...first.staking.routes,
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...noticeRoutes({ db, clock }),
    ],
    operatorRoutes: [...miningOperatorRoutes({ db }), ...stakingOperatorRoutes({ db, clock })],
  });
  return { http, first, open };
}

/** Offers products and projects. */
const offersBy = (owner: Db): Pick<EarningWorld, 'product' | 'project'> => ({
  async product({ coin = 'USDT', min = '10', max = '100000', rate, cycle }) {
    return (await owner.run(addProduct, [EARNED_COIN[coin], min, max, rate, cycle]))[0]?.id ?? '';
  },
  async project({ coin = 'USDT', type, days: count, rate, min = '10' }) {
    const id = (await owner.run(addProject, [EARNED_COIN[coin], type]))[0]?.id ?? '';
    return { id, s_id: (await owner.run(addInfo, [id, EARNED_COIN[coin], type, count, rate, min]))[0]?.id ?? '' };
  },
});

/** What members do and see. */
function earnersBy(
  http: OperatorHttp,
): Pick<EarningWorld, 'call' | 'made' | 'orders' | 'stakes' | 'bills' | 'notices'> {
  const call: EarningWorld['call'] = (by, name, fields = {}, key) =>
    http.call(
      name,
      { ...(name === 'submitStaking' ? { paypassword: EARNER_PASSWORD } : {}), ...fields },
      { token: by.token, ...withKey(key) },
    );
  return {
    call,
    made: async (by, name, fields) => answerOf(name, await call(by, name, fields)).id,
    orders: async ({ token }, filter = {}) =>
      (await dataOf(http, 'getMiningMachineOrders', { limit: '50', ...filter }, { token })).list,
    stakes: async ({ token }, filter = {}) =>
      (await dataOf(http, 'getStakingOrderList', { limit: '50', ...filter }, { token })).list,
    bills: ({ token }) => billsOf(http, token),
    notices: ({ token }) => noticesOf(http, token),
  };
}
