import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '@plimsoll/contract';
import { amount, ZERO, type Amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { fundingAudits, fundingOperatorRoutes, fundingRoutes, leavingBy } from '../features/funding/index.ts';
import { createWaysOut, gateRoutes, passkeyRoutes } from '../features/gate/index.ts';
import { createMembership, memberOperatorRoutes } from '../features/membership/index.ts';
import { createFreezeLinks, noticeRoutes, type FreezeLinks } from '../features/notices/index.ts';
import { payoutRoutes, seedNetworks } from '../features/payouts/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { defaultSettings, type AllSettings } from '../features/site/index.ts';
import { spotAudits } from '../features/spot/index.ts';
import { createTransfers } from '../features/transfers/index.ts';
import { createUploads } from '../features/uploads/index.ts';
import { GroupedWriter, move, plainPosting } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';

/** Of every member here. */
export const PAY_PASSWORD = 'Anchor7down';
/** A bitcoin is 100 USDT; of ADA no price is known, and it keeps six places. */
export const FUNDED = { USDT: '1', BTC: '2', ETH: '3', ADA: '4' } as const;
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const CARD = {
  bank_name: 'Harbour Bank',
  card_number: '4000 1234 5678 9010',
  card_name: 'Lea Marin',
} as const;

/** A member with what a withdrawal needs. */
export interface FundedMember {
  readonly id: string;
  readonly token: string;
  readonly username: string;
}

/** Deposits and withdrawals over HTTP, members' side and console's, on a database of their own. */
export interface FundingWorld {
  readonly world: TradingWorld;
  /** As the role that owns the database. */
  readonly owner: Db;
  readonly http: OperatorHttp;
  /** Switches and settings in force, and the mode; set them as a test needs. */
  readonly set: { settings: Partial<AllSettings>; owed: Amount };
  /** What stands in the links of mails. */
  readonly links: FreezeLinks;
  /**
   * A member with a proven e-mail, {@link PAY_PASSWORD}, {@link TRON} bound for USDT, and these funds: `{ USDT: '100'
   * }`.
   */
  member(funds?: Readonly<Partial<Record<keyof typeof FUNDED, string>>>): Promise<FundedMember>;
  /** The link of a proof that this member sent; the same `picture` is the same image. */
  proof(memberId: string, picture?: string): Promise<string>;
  /** Claims a deposit of USDT over TRC20 unless said otherwise; gives its answer's id. */
  claimed(member: FundedMember, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Asks for a withdrawal of USDT to the bound address unless said otherwise; gives its answer's id. */
  asked(member: FundedMember, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  /** The network of a coin by its name. */
  network(coinId: string, coinNet: string): Promise<string>;
  /** `[available, frozen]` in funds. */
  balances(member: FundedMember, coinId?: string): Promise<[string, string]>;
  /**
   * Another server on the same database: its own writer and HTTP edge, in this mode; its writer works `through` what is
   * made of its connection.
   */
  another(
    mode: 'demo' | 'live',
    through?: (connection: Db) => Db,
  ): { readonly http: OperatorHttp; close(): Promise<void> };
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPayPassword = sql<never>(
  'testing.setPayPassword',
  'update member set pay_password_hash = $2, email_proven_at = created_at where id = $1',
);
const nameOf = sql<{ username: string }>('testing.nameOf', 'select username from member where id = $1');
const networkOf = sql<{ id: string }>(
  'testing.networkOf',
  'select id from coin_network where coin_id = $1 and name = $2',
);
const insertUpload = sql<never>(
  'testing.insertUpload',
  `
  insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at) values ($1, $2, 'image/png', false, 1, 1, 1, $3, $4, now())`,
);
const fundsOf = sql<{ available: string; frozen: string }>(
  'testing.funds',
  'select available, frozen from ledger_account where member_id = $1 and type = 1 and coin_id = $2',
);

/** Opens a {@link FundingWorld}; hashing takes no time here. */
export async function openFundingWorld(): Promise<FundingWorld> {
  const world = await openTradingWorld({
    coins: Object.entries(FUNDED).map(([title, id]) => ({ id, title, decimals: title === 'ADA' ? 6 : 8 })),
  });
  const { db, market, clock, url } = world;
  const owner = openDb(url, { connections: 1, role: null });
  await seedNetworks(db);
  market.setTick('btcusdt', '100');
  market.setTick('ethusdt', '10');
  const set = { settings: {} as Partial<AllSettings>, owed: ZERO };
  const sessions = new Sessions(db, clock);
  const links = createFreezeLinks('a secret of the house');
  const debts = openDebts({
    clock,
    market,
    readOwed: async (_query, memberIds) => new Map(set.owed > ZERO ? memberIds.map((id) => [id, set.owed]) : []),
  });

  function open(mode: 'demo' | 'live', writer: GroupedWriter): OperatorHttp {
    const settings = () => ({ ...defaultSettings({ mode, isDemoFeed: true }), ...set.settings });
    const security = testSecurity(db, clock);
    const {
      loginProofs,
      payments,
      preparations,
      routes: ofMembers,
    } = createMembership({
      db,
      clock,
      sessions,
      settings,
      mode,
      security,
      links,
      mailer: { send: () => {}, settled: async () => {} },
      passwords: {
        hash: async (password) => `plain ${password}`,
        verify: async (stored, password) => stored === `plain ${password}`,
      },
    });
    const store = { put: async () => {}, get: async () => undefined, remove: async () => {} };
    const uploads = createUploads({
      db,
      clock,
      log: { info: () => {}, error: () => {} },
      store,
      secret: 'a secret of the house',
    });
    const proposals = new Proposals({
      db,
      clock,
      log: {
        error: (details, message) => {
          throw new Error(message, { cause: details });
        },
      },
    });
    const gate = createWaysOut({
      db,
      clock,
      mode,
      market,
      settings,
      second: security.second,
      debts,
      payments,
      loginProofs,
    });
    const deps = { db, writer, market, clock, mode, settings, gate, uploads, debts, proposals };
    const transfers = createTransfers({
      db,
      writer,
      market,
      clock,
      gate,
      log: {
        error: (details, message) => {
          throw new Error(message, { cause: details });
        },
      },
    });
    return operatorHttp({
      proposals,
      db,
      clock,
      settings,
      sessions,
      routes: [
        ...fundingRoutes(deps),
        ...transfers.routes,
        ...payoutRoutes({ db, market, clock, settings, preparations }),
        ...gateRoutes({ db, gate }),
        ...passkeyRoutes({
          db,
          second: security.second,
          leavings: { withdraw: leavingBy(deps), balanceTransfer: transfers.leaving },
        }),
        ...assetsRoutes({ db, market, writer, clock, settings }),
        ...ofMembers,
        ...noticeRoutes({ db, clock }),
      ],
      operatorRoutes: [
        ...fundingOperatorRoutes(deps),
        ...memberOperatorRoutes({ db, clock, sessions, market, proposals }),
      ],
    });
  }
  const http = open('demo', world.writer);

  const proof = async (memberId: string, picture = randomBytes(8).toString('hex')): Promise<string> => {
    const name = randomBytes(16).toString('hex');
    const hash = (text: string) => createHash('sha256').update(text).digest();
    // As copies of one photo are: other bytes, the same pixels.
    await owner.run(insertUpload, [name, memberId, hash(name), hash(picture)]);
    return `/api/uploads/${name}`;
  };
  const network = async (coinId: string, coinNet: string): Promise<string> =>
    (await db.run(networkOf, [coinId, coinNet]))[0]?.id ?? '';

  return {
    world,
    owner,
    http,
    set,
    links,
    proof,
    network,
    async member(funds = {}) {
      const { id, token } = await http.newMember();
      await db.run(setPayPassword, [id, `plain ${PAY_PASSWORD}`]);
      await http.call('setusraddress', { c_id: FUNDED.USDT, address: TRON }, { token });
      const journals = Object.entries(funds).map(([title, quantity]) => {
        const account = { memberId: id, type: 1 as const, coinId: FUNDED[title as keyof typeof FUNDED] };
        return {
          cause: { kind: 'demo-funding' as const, id: `${id}.${title}` },
          actor: { kind: 'clock' as const },
          lines: [move({ house: 'outside', coinId: account.coinId }, account, amount(quantity))],
        };
      });
      if (journals.length > 0) await world.writer.submit(plainPosting, journals);
      return { id, token, username: (await db.run(nameOf, [id]))[0]?.username ?? '' };
    },
    async claimed({ id, token }, fields = {}) {
      const payimg = fields['payimg'] ?? (await proof(id));
      const whole = {
        c_id: FUNDED.USDT,
        num: '100',
        a_id: await network(FUNDED.USDT, 'TRC20'),
        type: '1',
        ...fields,
        payimg,
      };
      const { data, reason } = await http.call('recharge', whole, { token });
      if (!data) throw new Error(`not claimed: ${reason}`);
      return (data as Answer<'recharge'>).id;
    },
    async asked({ token }, fields = {}) {
      const { data, reason } = await http.call(
        'withdraw',
        { c_id: FUNDED.USDT, num: '50', type: '1', paypwd: PAY_PASSWORD, ...fields },
        { token },
      );
      if (!data) throw new Error(`not asked: ${reason}`);
      return (data as Answer<'withdraw'>).id;
    },
    async balances({ id }, coinId = FUNDED.USDT) {
      const [row] = await db.run(fundsOf, [id, coinId]);
      const short = (text = '0') => String(Number(text));
      return [short(row?.available), short(row?.frozen)];
    },
    another(mode, through = (own) => own) {
      const connection = openDb(url, { connections: 1 });
      const writer = new GroupedWriter({ connection: through(connection), db, clock });
      const other = open(mode, writer);
      return {
        http: other,
        async close() {
          await other.app.close();
          await writer.drained();
          await connection.close();
        },
      };
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...fundingAudits, ...spotAudits]),
    async close() {
      await http.app.close();
      await owner.close();
      await world.close();
    },
  };
}
