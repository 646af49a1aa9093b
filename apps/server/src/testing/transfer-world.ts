import type { Answer, Settings } from '@plimsoll/contract';
import { amount, type Amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { createWaysOut, gateRoutes } from '../features/gate/index.ts';
import { createMembership } from '../features/membership/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import {
  createTransfers,
  transferAudits,
  transferOperatorRoutes,
  type Transfers,
} from '../features/transfers/index.ts';
import { GroupedWriter, move, plainPosting } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';

/** The coins here, by id; SOL keeps two places, so that a fee shows how it is rounded. */
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

/**
 * Sending to other members over HTTP, on a database of its own: at once and free until {@link TransferWorld.terms} says
 * otherwise.
 */
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

/** Milliseconds of so many days. */
export const days = (count: number): number => count * DAY_MS;

/** Opens a {@link TransferWorld}; hashing takes no time here. */
export async function openTransferWorld(): Promise<TransferWorld> {
  const world = await openTradingWorld({
    coins: Object.entries(SENT_COIN).map(([title, id]) => ({ id, title, decimals: title === 'SOL' ? 2 : 8 })),
  });
  const { db, market, clock, writer } = world;
  const owner = openDb(world.url, { connections: 1, role: null });
  const switches: Partial<Settings> = {};
  const settings = () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...switches });
  const debts = new Map<string, Amount>();
  const keeping = openDebts({
    clock,
    market,
    readOwed: async (_query, memberIds) => new Map([...debts].filter(([id]) => memberIds.includes(id))),
  });
  const sessions = new Sessions(db, clock);
  const security = testSecurity(db, clock);
  const { loginProofs, payments } = createMembership({
    db,
    clock,
    sessions,
    settings,
    mode: 'demo',
    mailer: { send: () => {}, settled: async () => {} },
    security,
    passwords: {
      hash: async (password) => `plain ${password}`,
      verify: async (stored, password) => stored === `plain ${password}`,
    },
  });
  const log = {
    error: (details: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(details)}`);
    },
  };
  const opened: { connection: Db; writer: GroupedWriter }[] = [];
  const gate = createWaysOut({
    db,
    clock,
    mode: 'demo',
    market,
    settings,
    second: security.second,
    debts: keeping,
    payments,
    loginProofs,
  });
  const transfers = createTransfers({ db, writer, market, clock, gate, log });
  const processes = [transfers];
  const http = operatorHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...transfers.routes,
      ...gateRoutes({ db, gate }),
      ...assetsRoutes({ db, market, writer, clock, settings }),
      ...noticeRoutes({ db, clock }),
    ],
    operatorRoutes: transferOperatorRoutes({ db }),
  });
  const send: TransferWorld['send'] = (from, to, fields = {}, key) =>
    http.call(
      'balanceTransfer',
      { to_uid: to.id, c_id: SENT_COIN.USDT, amount: '10', paypassword: SENDER_PASSWORD, ...fields },
      { token: from.token, json: true, ...(key === undefined ? {} : { key }) },
    );
  return {
    world,
    http,
    owner,
    switches,
    debts,
    send,
    async member(funds = {}, username) {
      const made = await http.newMember(username);
      await db.run(setPayPassword, [made.id, `plain ${SENDER_PASSWORD}`]);
      const journals = Object.entries(funds).map(([title, quantity]) => {
        const coinId = SENT_COIN[title as SentCoin];
        return {
          cause: { kind: 'demo-funding' as const, id: `${made.id}.${title}` },
          actor: { kind: 'clock' as const },
          lines: [move({ house: 'outside', coinId }, { memberId: made.id, type: 1, coinId }, amount(quantity))],
        };
      });
      if (journals.length > 0) await writer.submit(plainPosting, journals);
      const [row] = await db.run(
        sql<{ username: string }>('testing.username', 'select username from member where id = $1'),
        [made.id],
      );
      return { ...made, username: row?.username ?? '' };
    },
    async terms(coin, rate, count) {
      await owner.run(setTerms, [SENT_COIN[coin], rate, count]);
    },
    async freeze(memberId, frozen) {
      await owner.run(setFrozen, [memberId, frozen]);
    },
    async sent(from, to, fields) {
      const answer = await send(from, to, fields);
      if (answer.code !== 1) throw new Error(`not sent: ${answer.reason}`);
      return (answer.data as Answer<'balanceTransfer'>).id;
    },
    cancel: (by, id, key) =>
      http.call('cancelInternalTransfer', { id }, { token: by.token, ...(key === undefined ? {} : { key }) }),
    async list(of, filter = {}) {
      return (
        (await http.call('getInternalTransferList', filter, { token: of.token }))
          .data as Answer<'getInternalTransferList'>
      ).list;
    },
    async bills(of, lang = 'en') {
      const { data } = await http.call('getBillList', { limit: '50' }, { token: of.token, lang });
      return (data as Answer<'getBillList'>).list.map(
        ({ st, num, coinName, remark }) => `${st === 1 ? '+' : '-'}${num} ${coinName} ${remark}`,
      );
    },
    arrive: () => Promise.all(processes.map(({ arrivals }) => arrivals.doAll())),
    anotherProcess() {
      const connection = openDb(world.url, { connections: 1 });
      const other = { connection, writer: new GroupedWriter({ connection, db, clock }) };
      opened.push(other);
      const process = createTransfers({ db, writer: other.writer, market, clock, gate, log });
      processes.push(process);
      return process;
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...transferAudits]),
    async close() {
      await http.app.close();
      for (const { connection, writer: each } of opened) {
        await each.drained();
        await connection.close();
      }
      await owner.close();
      await world.close();
    },
  };
}
