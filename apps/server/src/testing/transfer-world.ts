import type { Answer, Settings } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { createWaysOut, gateRoutes } from '../features/gate/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import {
  createTransfers,
  transferAudits,
  transferOperatorRoutes,
  type Transfers,
} from '../features/transfers/index.ts';
import type { GroupedWriter } from '../ledger/index.ts';
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
  dataOf,
  demoMembership,
  demoSettings,
  failingLog,
  fundMember,
  openProcess,
  withKey,
  type OtherProcess,
} from './world-parts.ts';

/** Coins by id; SOL has two places, which shows rounding. */
export const SENT_COIN = { USDT: '1', BTC: '2', ETH: '3', SOL: '4' } as const;
type SentCoin = keyof typeof SENT_COIN;

/** Of every member here. */
const SENDER_PASSWORD = 'Anchor7down';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A member who can send. */
export interface SendingMember {
  readonly id: string;
  readonly token: string;
  readonly username: string;
}

/** Sending to members over HTTP: at once and free until {@link TransferWorld.terms}. */
export interface TransferWorld {
  readonly world: TradingWorld;
  readonly http: OperatorHttp;
  /** As the owner of the database, for what no server may do. */
  readonly owner: Db;
  /** The switches in force; set them as a test needs. */
  readonly switches: Partial<Settings>;
  /** Members' debts on overdue loans, in USDT. */
  readonly debts: Map<string, Amount>;
  /** A member who is logged in, with {@link SENDER_PASSWORD} and these funds. */
  member(funds?: Readonly<Partial<Record<SentCoin, string>>>, username?: string): Promise<SendingMember>;
  /** What sending a coin costs and how many days it takes, from now on. */
  terms(coin: SentCoin, rate: string, days: number): Promise<void>;
  freeze(memberId: string, frozen: boolean): Promise<void>;
  /** Finds each of these members by name, as senders do before they send. */
  find(by: SendingMember, ...others: readonly SendingMember[]): Promise<void>;
  send(
    from: SendingMember,
    to: SendingMember,
    fields?: Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<TestAnswer>;
  /** Sends, and answers the transfer's id. */
  sent(from: SendingMember, to: SendingMember, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  cancel(by: SendingMember, id: number, key?: string): Promise<TestAnswer>;
  list(
    of: SendingMember,
    filter?: Readonly<Record<string, unknown>>,
  ): Promise<Answer<'getInternalTransferList'>['list']>;
  bills(of: SendingMember, lang?: string): Promise<string[]>;
  /** What all servers find due is done, by each at the same moment; answers how much each did. */
  arrive(): Promise<number[]>;
  /** Another server process at work on the same database. */
  anotherProcess(): Transfers;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPayPassword = sql<never>('testing.transferPassword', 'update member set pay_password_hash = $2 where id = $1');
const setTerms = sql<never>(
  'testing.terms',
  'update coin set internal_transfer_fee = $2, internal_transfer_days = $3 where id = $1',
);
const setFrozen = sql<never>('testing.frozen', 'update member set frozen = $2 where id = $1');

const nameOf = sql<{ username: string }>('testing.username', 'select username from member where id = $1');

/** Milliseconds of so many days. */
export const days = (count: number): number => count * DAY_MS;

/** Opens a {@link TransferWorld}; hashing takes no time here. */
export async function openTransferWorld(): Promise<TransferWorld> {
  const world = await openTradingWorld({
    coins: Object.entries(SENT_COIN).map(([title, id]) => ({ id, title, decimals: title === 'SOL' ? 2 : 8 })),
  });
  const { db, clock } = world;
  const owner = openDb(world.url, { connections: 1, role: null });
  const switches: Partial<Settings> = {};
  const debts = new Map<string, Amount>();
  const { http, transfers, open } = transfersIn(world, switches, debts);
  const processes = [transfers];
  const opened: OtherProcess[] = [];
  return {
    world,
    http,
    owner,
    switches,
    debts,
    ...sendingBy(http),
    async member(funds = {}, username) {
      const made = await http.newMember(username);
      await db.run(setPayPassword, [made.id, `plain ${SENDER_PASSWORD}`]);
      await fundMember(world.writer, { id: made.id, funds, coins: SENT_COIN });
      return { ...made, username: (await db.run(nameOf, [made.id]))[0]?.username ?? '' };
    },
    async terms(coin, rate, count) {
      await owner.run(setTerms, [SENT_COIN[coin], rate, count]);
    },
    async freeze(memberId, frozen) {
      await owner.run(setFrozen, [memberId, frozen]);
    },
    list: async (of, filter = {}) => (await dataOf(http, 'getInternalTransferList', filter, { token: of.token })).list,
    bills: (of, lang) => billsOf(http, of.token, lang),
    arrive: () => Promise.all(processes.map(({ arrivals }) => arrivals.doAll())),
    anotherProcess() {
      const other = openProcess({ db, url: world.url, clock });
      opened.push(other);
      const process = open(other.writer);
      processes.push(process);
      return process;
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...transferAudits]),
    async close() {
      await http.app.close();
      for (const each of opened) await each.close();
      await owner.close();
      await world.close();
    },
  };
}

/** The slice with what it needs, over HTTP; `open` opens it in another process. */
function transfersIn(world: TradingWorld, switches: Partial<Settings>, owed: ReadonlyMap<string, Amount>) {
  const { db, market, clock, writer } = world;
  const settings = demoSettings(() => switches);
  const debts = openDebts({
    clock,
    market,
    readOwed: async (_query, memberIds) => new Map([...owed].filter(([id]) => memberIds.includes(id))),
  });
  const sessions = new Sessions(db, clock);
  const security = testSecurity(db, clock);
  const { loginProofs, payments } = demoMembership({ db, clock, sessions, settings, security });
  const gate = createWaysOut({
    db,
    clock,
    mode: 'demo',
    market,
    settings,
    second: security.second,
    debts,
    payments,
    loginProofs,
  });
  const open = (own: GroupedWriter): Transfers =>
    createTransfers({ db, writer: own, market, clock, gate, log: failingLog });
  const transfers = open(writer);
  const http = operatorHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...transfers.routes,
      ...gateRoutes({ db, gate }),
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...noticeRoutes({ db, clock }),
    ],
    operatorRoutes: transferOperatorRoutes({ db }),
  });
  return { http, transfers, open };
}

function sendingBy(http: OperatorHttp): Pick<TransferWorld, 'find' | 'send' | 'sent' | 'cancel'> {
  const send: TransferWorld['send'] = (from, to, fields = {}, key) =>
    http.call(
      'balanceTransfer',
      { to_uid: to.id, c_id: SENT_COIN.USDT, amount: '10', paypassword: SENDER_PASSWORD, ...fields },
      { token: from.token, json: true, ...withKey(key) },
    );
  return {
    async find(by, ...others) {
      for (const { username } of others) await dataOf(http, 'searchUser', { username }, { token: by.token });
    },
    send,
    sent: async (from, to, fields) => answerOf('balanceTransfer', await send(from, to, fields)).id,
    cancel: (by, id, key) => http.call('cancelInternalTransfer', { id }, { token: by.token, ...withKey(key) }),
  };
}
