import { createHash, randomBytes } from 'node:crypto';
import { ZERO, type Amount } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { openDebts } from '../features/debt/index.ts';
import { fundingAudits, fundingOperatorRoutes, fundingRoutes, leavingBy } from '../features/funding/index.ts';
import { createWaysOut, gateRoutes, passkeyRoutes } from '../features/gate/index.ts';
import { memberOperatorRoutes } from '../features/membership/index.ts';
import { createFreezeLinks, noticeRoutes, type FreezeLinks } from '../features/notices/index.ts';
import { payoutRoutes, seedNetworks } from '../features/payouts/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { defaultSettings, type AllSettings } from '../features/site/index.ts';
import { spotAudits } from '../features/spot/index.ts';
import { createTransfers } from '../features/transfers/index.ts';
import { createUploads } from '../features/uploads/index.ts';
import type { GroupedWriter } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testPlans } from './plans.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { dataOf, demoMembership, failingLog, fundMember, openProcess } from './world-parts.ts';

/** Of every member here. */
export const PAY_PASSWORD = 'Anchor7down';
/** A bitcoin is 100 USDT; ADA has no price and six places. */
export const FUNDED = { USDT: '1', BTC: '2', ETH: '3', ADA: '4' } as const;
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const CARD = {
  bank_name: 'North Bank',
  card_number: '4000 1234 5678 9010',
  card_name: 'Lea Marin',
} as const;

/** A member with what a withdrawal needs. */
export interface FundedMember {
  readonly id: string;
  readonly token: string;
  readonly username: string;
}

/** Deposits and withdrawals over HTTP, of members and console, on a separate database. */
export interface FundingWorld {
  readonly world: TradingWorld;
  /** As the role that owns the database. */
  readonly owner: Db;
  readonly http: OperatorHttp;
  /** Settings and debts in force, changeable. */
  readonly set: { settings: Partial<AllSettings>; owed: Amount };
  /** What stands in the links of mails. */
  readonly links: FreezeLinks;
  /** A member with a proven e-mail, {@link PAY_PASSWORD}, {@link TRON} bound for USDT, and these funds. */
  member(funds?: Readonly<Partial<Record<keyof typeof FUNDED, string>>>): Promise<FundedMember>;
  /** The link of a member's proof; the same `picture` is the same image. */
  proof(memberId: string, picture?: string): Promise<string>;
  /** Claims a deposit, by default of USDT over TRC20; returns its id. */
  claimed(member: FundedMember, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Asks for a withdrawal, by default of USDT to the bound address; returns its id. */
  asked(member: FundedMember, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  /** A coin's network by name. */
  network(coinId: string, coinNet: string): Promise<string>;
  /** `[available, frozen]` in funds. */
  balances(member: FundedMember, coinId?: string): Promise<[string, string]>;
  /**
   * Another process on the same database, in this mode; its writer works `through` a wrapped connection, and all else on
   * the pool `shared`, by default of this world.
   */
  another(
    mode: 'demo' | 'live',
    through?: (connection: Db) => Db,
    shared?: Db,
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

/** Opens a {@link FundingWorld}. */
export async function openFundingWorld(): Promise<FundingWorld> {
  const world = await openTradingWorld({
    coins: Object.entries(FUNDED).map(([title, id]) => ({ id, title, decimals: title === 'ADA' ? 6 : 8 })),
  });
  const { db, market, clock, url } = world;
  const owner = openDb(url, { connections: 1, role: null });
  await seedNetworks(db);
  market.setTick('btcusdt', '100');
  market.setTick('ethusdt', '10');
  const set: FundingWorld['set'] = { settings: {}, owed: ZERO };
  const links = createFreezeLinks('a secret of this test');
  const sessions = new Sessions(db, clock);
  const http = fundingHttp({ world, set, links, sessions, mode: 'demo', writer: world.writer });
  const claims = claimsBy({ db, owner, http });
  return {
    world,
    owner,
    http,
    set,
    links,
    ...claims,
    async member(funds = {}) {
      const { id, token } = await http.newMember();
      await db.run(setPayPassword, [id, `plain ${PAY_PASSWORD}`]);
      await http.call('setusraddress', { c_id: FUNDED.USDT, address: TRON }, { token });
      await fundMember(world.writer, { id, funds, coins: FUNDED });
      return { id, token, username: (await db.run(nameOf, [id]))[0]?.username ?? '' };
    },
    async balances({ id }, coinId = FUNDED.USDT) {
      const [row] = await db.run(fundsOf, [id, coinId]);
      const short = (text = '0') => String(Number(text));
      return [short(row?.available), short(row?.frozen)];
    },
    another(mode, through, shared = db) {
      const process = openProcess({ db: shared, url, clock }, through);
      const other = fundingHttp({
        world: { ...world, db: shared },
        set,
        links,
        sessions: shared === db ? sessions : new Sessions(shared, clock),
        mode,
        writer: process.writer,
      });
      return {
        http: other,
        async close() {
          await other.app.close();
          await process.close();
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

interface FundingHttpParts extends Pick<FundingWorld, 'world' | 'set' | 'links'> {
  readonly sessions: Sessions;
  readonly mode: 'demo' | 'live';
  readonly writer: GroupedWriter;
}

function fundingSlices({ world: { db, market, clock }, set, links, sessions, mode, writer }: FundingHttpParts) {
  const settings = () => ({ ...defaultSettings({ mode, isDemoFeed: true }), ...set.settings });
  const security = testSecurity(db, clock);
  const { second } = security;
  const membership = demoMembership({
    db,
    clock,
    sessions,
    settings,
    mode,
    security,
    links,
  });
  const { loginProofs, payments } = membership;
  const debts = openDebts({
    clock,
    market,
    readOwed: async (_query, memberIds) => new Map(set.owed > ZERO ? memberIds.map((id) => [id, set.owed]) : []),
  });
  const uploads = createUploads({
    db,
    clock,
    log: { info: () => {}, error: () => {} },
    store: { put: async () => {}, replace: async () => {}, get: async () => undefined, remove: async () => {} },
    secret: 'a secret of this test',
  });
  const proposals = new Proposals({ db, clock, log: failingLog });
  const gate = createWaysOut({ db, clock, mode, market, settings, second, debts, payments, loginProofs });
  const funding = { db, writer, market, clock, mode, settings, gate, uploads, debts, proposals };
  const transfers = createTransfers({ db, writer, market, clock, gate, log: failingLog });
  return { settings, second, membership, funding, transfers };
}

function fundingHttp(parts: FundingHttpParts): OperatorHttp {
  const { db, market, clock } = parts.world;
  const { sessions, writer } = parts;
  const { settings, second, membership, funding, transfers } = fundingSlices(parts);
  const { gate, proposals } = funding;
  return operatorHttp({
    proposals,
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...fundingRoutes(funding),
      ...transfers.routes,
      ...payoutRoutes({ db, market, clock, settings, preparations: membership.preparations }),
      ...gateRoutes({ db, gate }),
      ...passkeyRoutes({
        db,
        second,
        leavings: { withdraw: leavingBy(funding), balanceTransfer: transfers.leaving },
      }),
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...membership.routes,
      ...noticeRoutes({ db, clock }),
    ],
    operatorRoutes: [
      ...fundingOperatorRoutes(funding),
      ...memberOperatorRoutes({ db, clock, sessions, market, proposals }),
    ],
  });
}

/** Claims deposits and asks for withdrawals. */
function claimsBy({
  db,
  owner,
  http,
}: Pick<FundingWorld, 'owner' | 'http'> & { readonly db: Db }): Pick<
  FundingWorld,
  'proof' | 'network' | 'claimed' | 'asked'
> {
  const proof: FundingWorld['proof'] = async (memberId, picture = randomBytes(8).toString('hex')) => {
    const name = randomBytes(16).toString('hex');
    const hash = (text: string) => createHash('sha256').update(text).digest();
    // Like copies of one photo: other bytes, the same pixels.
    await owner.run(insertUpload, [name, memberId, hash(name), hash(picture)]);
    return `/api/uploads/${name}`;
  };
  const network: FundingWorld['network'] = async (coinId, coinNet) =>
    (await db.run(networkOf, [coinId, coinNet]))[0]?.id ?? '';
  return {
    proof,
    network,
    async claimed({ id, token }, fields = {}) {
      const payimg = fields['payimg'] ?? (await proof(id));
      const a_id = await network(FUNDED.USDT, 'TRC20');
      const whole = { c_id: FUNDED.USDT, num: '100', a_id, type: '1', ...fields, payimg };
      return (await dataOf(http, 'recharge', whole, { token })).id;
    },
    async asked({ token }, fields = {}) {
      const whole = { c_id: FUNDED.USDT, num: '50', type: '1', paypwd: PAY_PASSWORD, ...fields };
      return (await dataOf(http, 'withdraw', whole, { token })).id;
    },
  };
}
