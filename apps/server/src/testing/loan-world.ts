import { createHash, randomBytes } from 'node:crypto';
import type { Answer, LoanRecord, Settings } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { fundingAudits, fundingOperatorRoutes, fundingRoutes } from '../features/funding/index.ts';
import { createWaysOut } from '../features/gate/index.ts';
import { createLoans, loanAudits, type Loans } from '../features/loans/index.ts';
import { createMembership } from '../features/membership/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { payoutRoutes } from '../features/payouts/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { createUploads } from '../features/uploads/index.ts';
import { GroupedWriter, move, plainPosting } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { operatorHttp, type OperatorAnswer, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';

/** Of every member here. */
export const BORROWER_PASSWORD = 'Anchor7down';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDT = '1';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds of so many days. */
export const days = (count: number): number => count * DAY_MS;

/** A member who can apply, with three images of their own. */
export interface Borrower {
  readonly id: string;
  readonly token: string;
  readonly username: string;
  readonly images: { readonly front_card: string; readonly later_card: string; readonly handheld_card: string };
}

/** What an offer says: 500 to 20 000 USDT at 0.05 % a day for 30 days unless given. */
interface Offer {
  readonly min?: string;
  readonly max?: string;
  readonly rate?: string;
  readonly cycle?: number;
  readonly enabled?: boolean;
}

/** Loans over HTTP, members' side and console's, on a database of their own. */
export interface LoanWorld {
  readonly world: TradingWorld;
  readonly http: OperatorHttp;
  /** As the owner of the database, for what no server may do. */
  readonly owner: Db;
  /** This process's. */
  readonly loans: Loans;
  /** The switches in force; set them as a test needs. */
  readonly switches: Partial<Settings>;
  /** A logged-in treasurer. */
  readonly treasurer: string;
  /** Makes an offer; answers its id. */
  offer(offer?: Offer): Promise<number>;
  member(usdt?: string): Promise<Borrower>;
  /** The link of an upload of a member's. */
  image(memberId: string, picture?: string): Promise<string>;
  /** Money comes from outside by way of this process's writer, or of another's. */
  pay(member: Borrower, usdt: string, writer?: GroupedWriter): Promise<void>;
  /** Money goes from the house's loans to the outside, or comes from there. */
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
  /** Newest first, but for the oldest: that the member's address was bound, by which they came. */
  notices(member: Borrower, lang?: string): Promise<string[]>;
  bills(member: Borrower, lang?: string): Promise<string[]>;
  /** What all servers find due is done, by each at the same moment; answers how much each did. */
  collect(): Promise<number[]>;
  /** Another server at work on the same database: its loans, its HTTP edge and its writer. */
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
  values ('Anchor line', 'Quayside Credit', $1, $2, $3, $4, $5, now()) returning id`,
);

/** Opens a {@link LoanWorld}, whose house has a million USDT to lend; hashing takes no time here. */
export async function openLoanWorld(): Promise<LoanWorld> {
  const world = await openTradingWorld({
    coins: [
      { id: USDT, title: 'USDT', decimals: 8 },
      { id: '2', title: 'BTC', decimals: 8 },
      { id: '3', title: 'ETH', decimals: 8 },
    ],
  });
  const { db, market, clock } = world;
  const owner = openDb(world.url, { connections: 1, role: null });
  const switches: Partial<Settings> = {};
  const settings = () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...switches });
  const sessions = new Sessions(db, clock);
  const log = {
    info: () => {},
    error: (details: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(details)}`);
    },
  };
  const uploads = createUploads({
    db,
    clock,
    log,
    store: { put: async () => {}, get: async () => undefined, remove: async () => {} },
    secret: 'a secret of the house',
  });
  const security = testSecurity(db, clock);
  const { loginProofs, payments, preparations } = createMembership({
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

  function open(writer: GroupedWriter) {
    const debts = openDebts({ clock, market });
    const proposals = new Proposals({ db, clock, log });
    const loans = createLoans({ db, writer, market, clock, debts, uploads, log });
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
        ...assetsRoutes({ db, market, writer, clock, settings }),
        ...noticeRoutes({ db, clock }),
      ],
      operatorRoutes: [...loans.operatorRoutes, ...fundingOperatorRoutes(funding)],
    });
    return { loans, http, writer };
  }
  const { loans, http } = open(world.writer);
  const all = [loans];
  const closing: (() => Promise<unknown>)[] = [];
  const treasurer = (await http.operator('treasurer')).token;
  let postings = 0;
  const posted = (
    from: Parameters<typeof move>[0],
    to: Parameters<typeof move>[1],
    usdt: string,
    writer = world.writer,
  ) =>
    writer.submit(plainPosting, [
      {
        cause: { kind: 'test', id: `loans.${(postings += 1)}` },
        actor: { kind: 'clock' },
        lines: [move(from, to, amount(usdt))],
      },
    ]);
  const house: LoanWorld['house'] = async (usdt, way) => {
    const [outside, own] = [
      { house: 'outside', coinId: USDT },
      { house: 'loans', coinId: USDT },
    ] as const;
    await (way === 'in' ? posted(outside, own, usdt) : posted(own, outside, usdt));
  };
  await house('1000000', 'in');
  const offer: LoanWorld['offer'] = async ({
    min = '500',
    max = '20000',
    rate = '0.05',
    cycle = 30,
    enabled = true,
  } = {}) =>
    // not money: an id
    Number((await db.run(insertOffer, [min, max, rate, cycle, enabled]))[0]?.id);
  const usual = await offer();

  const image: LoanWorld['image'] = async (memberId, picture = randomBytes(8).toString('hex')) => {
    const name = randomBytes(16).toString('hex');
    const hash = (text: string) => createHash('sha256').update(text).digest();
    await owner.run(insertUpload, [name, memberId, hash(name), hash(picture)]);
    return `/api/uploads/${name}`;
  };
  const pay: LoanWorld['pay'] = async ({ id }, usdt, writer) => {
    await posted({ house: 'outside', coinId: USDT }, { memberId: id, type: 1, coinId: USDT }, usdt, writer);
  };
  const apply: LoanWorld['apply'] = (member, fields = {}, key) =>
    http.call(
      'applyLoan',
      { id: usual, amount: '1000', ...member.images, ...fields },
      { token: member.token, ...(key === undefined ? {} : { key }) },
    );
  const applied: LoanWorld['applied'] = async (member, fields) => {
    const { data, reason } = await apply(member, fields);
    if (!data) throw new Error(`not applied: ${reason}`);
    return (data as Answer<'applyLoan'>).id;
  };
  const approve: LoanWorld['approve'] = (id, remark = '') =>
    http.ask('POST', `/loans/${id}/approve`, { token: treasurer, fields: { remark } });

  return {
    world,
    http,
    owner,
    loans,
    switches,
    treasurer,
    offer,
    image,
    pay,
    house,
    apply,
    applied,
    approve,
    async member(usdt) {
      const { id, token } = await http.newMember();
      await db.run(setPassword, [id, `plain ${BORROWER_PASSWORD}`]);
      await http.call('setusraddress', { c_id: USDT, address: TRON }, { token });
      const images = { front_card: await image(id), later_card: await image(id), handheld_card: await image(id) };
      const member = { id, token, images, username: (await db.run(nameOf, [id]))[0]?.username ?? '' };
      if (usdt !== undefined) await pay(member, usdt);
      return member;
    },
    async lent(member, fields) {
      const id = await applied(member, fields);
      const { status, body } = await approve(id);
      if (status !== 200) throw new Error(`not approved: ${String(body['reason'])}`);
      return id;
    },
    cancel: ({ token }, id) => http.call('cancelLoanApply', { id }, { token }),
    repay: ({ token }, id, key) => http.call('repayLoan', { id }, { token, ...(key === undefined ? {} : { key }) }),
    withdraw: ({ token }, usdt) =>
      http.call('withdraw', { c_id: USDT, num: usdt, type: '1', paypwd: BORROWER_PASSWORD }, { token }),
    async list({ token }, filter = {}, lang = 'en') {
      return ((await http.call('getLoanRecords', filter, { token, lang })).data as Answer<'getLoanRecords'>).list;
    },
    async notices({ token }, lang = 'en') {
      return ((await http.call('getNoticeList', {}, { token, lang })).data as Answer<'getNoticeList'>).list
        .slice(0, -1)
        .map(({ title, content }) => `${title}: ${content}`);
    },
    async bills({ token }, lang = 'en') {
      const { data } = await http.call('getBillList', { limit: '50' }, { token, lang });
      return (data as Answer<'getBillList'>).list.map(
        ({ st, num, remark }) => `${st === 1 ? '+' : '-'}${num} ${remark}`,
      );
    },
    collect: () => Promise.all(all.map(({ collections }) => collections.doAll())),
    another() {
      const connection = openDb(world.url, { connections: 1 });
      const writer = new GroupedWriter({ connection, db, clock });
      const other = open(writer);
      all.push(other.loans);
      closing.push(async () => {
        await other.http.app.close();
        await writer.drained();
        await connection.close();
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
