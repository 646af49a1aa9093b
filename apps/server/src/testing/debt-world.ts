import { amount } from '@plimsoll/money';
import { openDebts } from '../features/debt/index.ts';
import { createWaysOut } from '../features/gate/index.ts';
import { createMining, miningAudits } from '../features/mining/index.ts';
import { createMembership } from '../features/membership/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { createStaking, stakingAudits } from '../features/staking/index.ts';
import { createTransfers, transferAudits } from '../features/transfers/index.ts';
import { GroupedWriter, move, plainPosting } from '../ledger/index.ts';
import { openDb, sql } from '../platform/db.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { openLoanWorld, BORROWER_PASSWORD, type Borrower, type LoanWorld } from './loan-world.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';

/** The coins here, by id. */
export const OWED_COIN = { USDT: '1', BTC: '2', ETH: '3' } as const;

/** Every way out of a member's balances, with loans that fall due: a bitcoin is 100 USDT, of ETH no price is known. */
export interface DebtWorld {
  readonly loans: LoanWorld;
  readonly http: OperatorHttp;
  /** A member with these funds and an overdue loan, whose USDT is spent: it costs 1015, 1065.75 with what covers it. */
  debtor(funds?: Readonly<Partial<Record<keyof typeof OWED_COIN, string>>>): Promise<Borrower>;
  /** More of a coin comes from outside. */
  give(member: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<void>;
  send(from: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  /** Days until what is sent of a coin arrives. */
  arrivesAfter(coin: keyof typeof OWED_COIN, days: number): Promise<void>;
  withdraw(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  lock(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  stake(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  /** How many journals there are of each kind. */
  journals(): Promise<Readonly<Record<string, number>>>;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const addProduct = sql<{ id: string }>(
  'testing.debtProduct',
  `
  insert into mining_product (title, coin_id, min_amount, max_amount, interest_rate, days, changed_at)
  values ('Skiff', $1, 0.01, 100000, 0.02, 30, now()) returning id`,
);
const addProject = sql<{ id: string }>(
  'testing.debtProject',
  'insert into staking_project (coin_id, type, changed_at) values ($1, 2, now()) returning id',
);
const addInfo = sql<{ id: string }>(
  'testing.debtInfo',
  `
  insert into staking_info (project_id, coin_id, type, days, interest_rate, min_amount, created_at)
  values ($1, $2, 2, 30, 5, 0.01, now()) returning id`,
);
const setDays = sql<never>('testing.debtDays', 'update coin set internal_transfer_days = $2 where id = $1');
const setLimits = sql<never>(
  'testing.debtLimits',
  'update coin set min_withdrawal = 0.01, max_withdrawal = 100000, fee_type = 2, fee_fixed = 0',
);
const kinds = sql<{ cause_kind: string; count: number }>(
  'testing.debtJournals',
  'select cause_kind, count(*)::int as count from ledger_journal group by cause_kind',
);

/** Opens a {@link DebtWorld}. */
export async function openDebtWorld(): Promise<DebtWorld> {
  const loans = await openLoanWorld();
  const { world, owner } = loans;
  const { db, market, clock, writer } = world;
  market.setTick('btcusdt', '100');
  await owner.run(setLimits);
  const settings = () => defaultSettings({ mode: 'demo', isDemoFeed: true });
  const security = testSecurity(db, clock);
  const { loginProofs, payments } = createMembership({
    db,
    clock,
    sessions: loans.http.sessions,
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
  const debts = openDebts({ clock, market });
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
  // A process of its own, beside the one that lends and pays out.
  const connection = openDb(world.url, { connections: 1 });
  const own = new GroupedWriter({ connection, db, clock });
  const [transfers, mining, staking] = [
    createTransfers({ db, writer: own, market, clock, gate, log }),
    createMining({ db, writer: own, paying: own, clock, debts, log }),
    createStaking({ db, writer: own, clock, payments, debts, log }),
  ];
  const http = operatorHttp({
    db,
    clock,
    settings,
    sessions: loans.http.sessions,
    routes: [...transfers.routes, ...mining.routes, ...staking.routes],
    operatorRoutes: [],
  });
  let grants = 0;
  const grant = (to: Parameters<typeof move>[1], quantity: string) =>
    writer.submit(plainPosting, [
      {
        cause: { kind: 'test', id: `debt.${(grants += 1)}` },
        actor: { kind: 'clock' },
        lines: [move({ house: 'outside', coinId: to.coinId }, to, amount(quantity))],
      },
    ]);
  const offers = new Map<string, { readonly product: string; readonly project: string; readonly info: string }>();
  for (const coinId of Object.values(OWED_COIN)) {
    await grant({ house: 'rewards', coinId }, '1000000');
    const project = (await owner.run(addProject, [coinId]))[0]?.id ?? '';
    offers.set(coinId, {
      project,
      product: (await owner.run(addProduct, [coinId]))[0]?.id ?? '',
      info: (await owner.run(addInfo, [project, coinId]))[0]?.id ?? '',
    });
  }
  const receiver = await loans.member();
  const give: DebtWorld['give'] = async ({ id }, coin, quantity) => {
    await grant({ memberId: id, type: 1, coinId: OWED_COIN[coin] }, quantity);
  };
  return {
    loans,
    http,
    give,
    async debtor(funds = {}) {
      const made = await loans.member();
      await loans.lent(made);
      await writer.submit(plainPosting, [
        {
          cause: { kind: 'test', id: `debt.spent.${made.id}` },
          actor: { kind: 'clock' },
          lines: [
            move(
              { memberId: made.id, type: 1, coinId: OWED_COIN.USDT },
              { house: 'outside', coinId: OWED_COIN.USDT },
              amount('1000'),
            ),
          ],
        },
      ]);
      clock.advance(30 * 24 * 60 * 60 * 1000);
      await loans.collect();
      const member = { ...made, token: await loans.http.sessions.open(made.id) };
      for (const [coin, quantity] of Object.entries(funds))
        await give(member, coin as keyof typeof OWED_COIN, quantity);
      return member;
    },
    send: ({ token }, coin, quantity) =>
      http.call(
        'balanceTransfer',
        { to_uid: receiver.id, c_id: OWED_COIN[coin], amount: quantity, paypassword: BORROWER_PASSWORD },
        { token },
      ),
    async arrivesAfter(coin, count) {
      await owner.run(setDays, [OWED_COIN[coin], count]);
    },
    async withdraw({ token }, coin, quantity) {
      await loans.http.call('setusraddress', { c_id: OWED_COIN[coin], address: `of ${coin}` }, { token });
      return loans.http.call(
        'withdraw',
        { c_id: OWED_COIN[coin], num: quantity, type: '1', paypwd: BORROWER_PASSWORD },
        { token },
      );
    },
    lock: ({ token }, coin, quantity) =>
      http.call('buyMiningMachine', { id: offers.get(OWED_COIN[coin])?.product, amount: quantity }, { token }),
    stake: ({ token }, coin, quantity) => {
      const offer = offers.get(OWED_COIN[coin]);
      return http.call(
        'submitStaking',
        { id: offer?.project, s_id: offer?.info, amount: quantity, paypassword: BORROWER_PASSWORD },
        { token },
      );
    },
    async journals() {
      return Object.fromEntries((await db.run(kinds)).map(({ cause_kind, count }) => [cause_kind, count]));
    },
    async audit() {
      await loans.audit();
      await requireCleanAudit(db, [...miningAudits, ...stakingAudits, ...transferAudits]);
    },
    async close() {
      await http.app.close();
      await own.drained();
      await connection.close();
      await loans.close();
    },
  };
}
