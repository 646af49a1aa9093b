import { createHash, randomBytes } from 'node:crypto';
import type { LoanRecord, Settings } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { fundingAudits, fundingOperatorRoutes, fundingRoutes } from '../features/funding/index.ts';
import { createWaysOut } from '../features/gate/index.ts';
import { createLoans, loanAudits, type Loans } from '../features/loans/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { payoutRoutes } from '../features/payouts/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { createUploads } from '../features/uploads/index.ts';
import { move, plainPosting, type Account, type GroupedWriter } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { operatorHttp, type OperatorAnswer, type OperatorHttp } from './operator-http.ts';
import { testPlans } from './plans.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import {
  answerOf,
  dataOf,
  demoMembership,
  demoSettings,
  failingLog,
  noticesOf,
  openProcess,
  withKey,
} from './world-parts.ts';

/** Of every member here. */
export const BORROWER_PASSWORD = 'Anchor7down';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDT = '1';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds of so many days. */
export const days = (count: number): number => count * DAY_MS;

/** A member with three images of their own. */
export interface Borrower {
  readonly id: string;
  readonly token: string;
  readonly username: string;
  readonly images: { readonly front_card: string; readonly later_card: string; readonly handheld_card: string };
}

/** An offer: 500 to 20 000 USDT at 0.05 % a day for 30 days by default. */
interface Offer {
  readonly min?: string;
  readonly max?: string;
  readonly rate?: string;
  readonly cycle?: number;
  readonly enabled?: boolean;
}

/** Loans over HTTP, of members and console, on a separate database. */
export interface LoanWorld {
  readonly world: TradingWorld;
  readonly http: OperatorHttp;
  /** As the owner of the database. */
  readonly owner: Db;
  /** This process's. */
  readonly loans: Loans;
  /** Switches in force, changeable. */
  readonly switches: Partial<Settings>;
  /** A logged-in treasurer. */
  readonly treasurer: string;
  /** Makes an offer; answers its id. */
  offer(offer?: Offer): Promise<number>;
  member(usdt?: string): Promise<Borrower>;
  /** The link of a member's upload. */
  image(memberId: string, picture?: string): Promise<string>;
  /** Pays a member from outside, by this process's writer or another's. */
  pay(member: Borrower, usdt: string, writer?: GroupedWriter): Promise<void>;
  /** Moves money from or to house account `loans`. */
  house(usdt: string, way: 'in' | 'out'): Promise<void>;
  apply(member: Borrower, fields?: Readonly<Record<string, unknown>>, key?: string): Promise<TestAnswer>;
  /** Applies, and answers the loan's id. */
  applied(member: Borrower, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  approve(id: number, remark?: string): Promise<OperatorAnswer>;
  /** Applies, and it is approved. */
  lent(member: Borrower, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  cancel(member: Borrower, id: number): Promise<TestAnswer>;
  repay(member: Borrower, id: number, key?: string): Promise<TestAnswer>;
  withdraw(member: Borrower, usdt: string): Promise<TestAnswer>;
  list(member: Borrower, filter?: Readonly<Record<string, unknown>>, lang?: string): Promise<LoanRecord[]>;
  /** Newest first, without the first one about the bound address. */
  notices(member: Borrower, lang?: string): Promise<string[]>;
  bills(member: Borrower, lang?: string): Promise<string[]>;
  /** Does what is due in every process at once; answers how much each did. */
  collect(): Promise<number[]>;
  /** Another process on the same database. */
  another(): { readonly loans: Loans; readonly http: OperatorHttp; readonly writer: GroupedWriter };
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPassword = sql<never>('testing.loanPassword', 'update member set pay_password_hash = $2 where id = $1');
const nameOf = sql<{ username: string }>('testing.loanName', 'select username from member where id = $1');
const insertUpload = sql<never>(
  'testing.loanUpload',
  `
  insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at) values ($1, $2, 'image/png', false, 1, 1, 1, $3, $4, now())`,
);
const insertOffer = sql<{ id: string }>(
  'testing.loanOffer',
  `
  insert into loan_project (title, description, min_amount, max_amount, interest_rate, days, enabled, changed_at)
  values ('Quay line', 'Quayside Credit', $1, $2, $3, $4, $5, now()) returning id`,
);

/** Opens a {@link LoanWorld}; house account `loans` has a million USDT. */
export async function openLoanWorld(): Promise<LoanWorld> {
  const world = await openTradingWorld({
    coins: [
      { id: USDT, title: 'USDT', decimals: 8 },
      { id: '2', title: 'BTC', decimals: 8 },
      { id: '3', title: 'ETH', decimals: 8 },
    ],
  });
  const { db, clock, url } = world;
  const owner = openDb(url, { connections: 1, role: null });
  const switches: Partial<Settings> = {};
  const open = loansIn(world, switches);
  const { loans, http } = open(world.writer);
  const all = [loans];
  const closing: (() => Promise<unknown>)[] = [];
  const treasurer = (await http.operator('treasurer')).token;
  const money = moneyOf(world.writer);
  await money.house('1000000', 'in');
  const offer: LoanWorld['offer'] = async ({
    min = '500',
    max = '20000',
    rate = '0.05',
    cycle = 30,
    enabled = true,
  } = {}) =>
    // not money: an id
    Number((await db.run(insertOffer, [min, max, rate, cycle, enabled]))[0]?.id);
  return {
    world,
    http,
    owner,
    loans,
    switches,
    treasurer,
    offer,
    ...money,
    ...borrowersOf({ db, owner, http, pay: money.pay }),
    ...applying(http, treasurer, await offer()),
    ...readingBy(http),
    collect: () => Promise.all(all.map(({ collections }) => collections.doAll())),
    another() {
      const process = openProcess({ db, url, clock });
      const other = open(process.writer);
      all.push(other.loans);
      closing.push(async () => {
        await other.http.app.close();
        await process.close();
      });
      return other;
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...fundingAudits, ...loanAudits]),
    async close() {
      await http.app.close();
      for (const end of closing) await end();
      await owner.close();
      await world.close();
    },
  };
}

/** Makes what opens the slice in a process. */
function loansIn({ db, market, clock }: TradingWorld, switches: Partial<Settings>) {
  const settings = demoSettings(() => switches);
  const sessions = new Sessions(db, clock);
  const log = failingLog;
  const uploads = createUploads({
    db,
    clock,
    log,
    store: { put: async () => {}, replace: async () => {}, get: async () => undefined, remove: async () => {} },
    secret: 'a secret of this test',
  });
  const security = testSecurity(db, clock);
  const { second } = security;
  const { loginProofs, payments, preparations } = demoMembership({ db, clock, sessions, settings, security });
  return (writer: GroupedWriter) => {
    const debts = openDebts({ clock, market });
    const proposals = new Proposals({ db, clock, log });
    const loans = createLoans({ db, writer, market, clock, debts, uploads, log });
    const gate = createWaysOut({ db, clock, mode: 'demo', market, settings, second, debts, payments, loginProofs });
    const funding = { db, writer, market, clock, mode: 'demo' as const, settings, gate, uploads, debts, proposals };
    const http = operatorHttp({
      proposals,
      db,
      clock,
      settings,
      sessions,
      routes: [
        ...loans.routes,
        ...fundingRoutes(funding),
        ...payoutRoutes({ db, market, clock, settings, preparations }),
        ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
        ...noticeRoutes({ db, clock }),
      ],
      operatorRoutes: [...loans.operatorRoutes, ...fundingOperatorRoutes(funding)],
    });
    return { loans, http, writer };
  };
}

/** Moves money from and to the outside. */
function moneyOf(own: GroupedWriter): Pick<LoanWorld, 'pay' | 'house'> {
  let postings = 0;
  const post = async (from: Account, to: Account, usdt: string, writer = own): Promise<void> => {
    await writer.submit(plainPosting, [
      {
        cause: {
          kind: 'memberId' in from || 'memberId' in to ? 'demo-funding' : 'house-posting',
          id: `loans.${(postings += 1)}`,
        },
        actor: { kind: 'clock' },
        lines: [move(from, to, amount(usdt))],
      },
    ]);
  };
  const [outside, house] = [
    { house: 'outside', coinId: USDT },
    { house: 'loans', coinId: USDT },
  ] as const;
  return {
    pay: ({ id }, usdt, writer) => post(outside, { memberId: id, type: 1, coinId: USDT }, usdt, writer),
    house: (usdt, way) => (way === 'in' ? post(outside, house, usdt) : post(house, outside, usdt)),
  };
}

function borrowersOf({
  db,
  owner,
  http,
  pay,
}: Pick<LoanWorld, 'owner' | 'http' | 'pay'> & { readonly db: Db }): Pick<LoanWorld, 'image' | 'member'> {
  const image: LoanWorld['image'] = async (memberId, picture = randomBytes(8).toString('hex')) => {
    const name = randomBytes(16).toString('hex');
    const hash = (text: string) => createHash('sha256').update(text).digest();
    await owner.run(insertUpload, [name, memberId, hash(name), hash(picture)]);
    return `/api/uploads/${name}`;
  };
  return {
    image,
    async member(usdt) {
      const { id, token } = await http.newMember();
      await db.run(setPassword, [id, `plain ${BORROWER_PASSWORD}`]);
      await http.call('setusraddress', { c_id: USDT, address: TRON }, { token });
      const images = { front_card: await image(id), later_card: await image(id), handheld_card: await image(id) };
      const member = { id, token, images, username: (await db.run(nameOf, [id]))[0]?.username ?? '' };
      if (usdt !== undefined) await pay(member, usdt);
      return member;
    },
  };
}

/** What borrowers ask for, and its approval. */
function applying(
  http: OperatorHttp,
  treasurer: string,
  usual: number,
): Pick<LoanWorld, 'apply' | 'applied' | 'approve' | 'lent' | 'cancel' | 'repay' | 'withdraw'> {
  const apply: LoanWorld['apply'] = (member, fields = {}, key) =>
    http.call(
      'applyLoan',
      { id: usual, amount: '1000', ...member.images, ...fields },
      { token: member.token, ...withKey(key) },
    );
  const applied: LoanWorld['applied'] = async (member, fields) => answerOf('applyLoan', await apply(member, fields)).id;
  const approve: LoanWorld['approve'] = (id, remark = '') =>
    http.ask('POST', `/loans/${id}/approve`, { token: treasurer, fields: { remark } });
  return {
    apply,
    applied,
    approve,
    async lent(member, fields) {
      const id = await applied(member, fields);
      const { status, body } = await approve(id);
      if (status !== 200) throw new Error(`not approved: ${String(body['reason'])}`);
      return id;
    },
    cancel: ({ token }, id) => http.call('cancelLoanApply', { id }, { token }),
    repay: ({ token }, id, key) => http.call('repayLoan', { id }, { token, ...withKey(key) }),
    withdraw: ({ token }, usdt) =>
      http.call('withdraw', { c_id: USDT, num: usdt, type: '1', paypwd: BORROWER_PASSWORD }, { token }),
  };
}

const readingBy = (http: OperatorHttp): Pick<LoanWorld, 'list' | 'notices' | 'bills'> => ({
  list: async ({ token }, filter = {}, lang = 'en') =>
    (await dataOf(http, 'getLoanRecords', filter, { token, lang })).list,
  notices: async ({ token }, lang) => (await noticesOf(http, token, lang)).slice(0, -1),
  async bills({ token }, lang = 'en') {
    const { list } = await dataOf(http, 'getBillList', { limit: '50' }, { token, lang });
    return list.map(({ st, num, remark }) => `${st === 1 ? '+' : '-'}${num} ${remark}`);
  },
});
