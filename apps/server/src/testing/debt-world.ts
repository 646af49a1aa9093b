import { amount } from '@plimsoll/money';
import { openDebts } from '../features/debt/index.ts';
import { createWaysOut } from '../features/gate/index.ts';
import { createMining, miningAudits } from '../features/mining/index.ts';
import { createStaking, stakingAudits } from '../features/staking/index.ts';
import { createTransfers, transferAudits } from '../features/transfers/index.ts';
import { move, plainPosting, type Account, type GroupedWriter } from '../ledger/index.ts';
import { sql, type Db } from '../platform/db.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { openLoanWorld, BORROWER_PASSWORD, type Borrower, type LoanWorld } from './loan-world.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';
import { coinIdOf, demoMembership, demoSettings, failingLog, journalTo, openProcess } from './world-parts.ts';

/** The coins here, by id. */
export const OWED_COIN = { USDT: '1', BTC: '2', ETH: '3' } as const;

/** Every way out of a member's balances, with overdue loans: a bitcoin is 100 USDT, ETH has no price. */
export interface DebtWorld {
  readonly loans: LoanWorld;
  readonly http: OperatorHttp;
  /** Of the process that sends, locks and stakes; withdrawals are another's. */
  readonly writer: GroupedWriter;
  /** A member with these funds and an overdue, spent loan of 1015 USDT, 1065.75 with what covers it. */
  debtor(funds?: Readonly<Partial<Record<keyof typeof OWED_COIN, string>>>): Promise<Borrower>;
  /** More of a coin comes from outside. */
  give(member: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<void>;
  send(from: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  /** Days until a transfer of a coin arrives. */
  arrivesAfter(coin: keyof typeof OWED_COIN, days: number): Promise<void>;
  withdraw(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  lock(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  stake(by: Borrower, coin: keyof typeof OWED_COIN, quantity: string): Promise<TestAnswer>;
  /** Numbers of journals by kind. */
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
  const other = openProcess({ db, url: world.url, clock });
  const http = waysOutIn(loans, other.writer);
  const grant = (id: string, to: Account, quantity: string) =>
    writer.submit(plainPosting, [journalTo(`debt.${id}`, to, quantity)]);
  for (const coinId of Object.values(OWED_COIN))
    await grant(`rewards.${coinId}`, { house: 'rewards', coinId }, '1000000');
  let grants = 0;
  const give: DebtWorld['give'] = async ({ id }, coin, quantity) => {
    await grant(String((grants += 1)), { memberId: id, type: 1, coinId: OWED_COIN[coin] }, quantity);
  };
  return {
    loans,
    http,
    writer: other.writer,
    give,
    ...waysOutBy(loans, http, { receiver: await loans.member(), offers: await storeOffers(owner) }),
    async debtor(funds = {}) {
      const member = await overdue(loans);
      for (const [name, quantity] of Object.entries(funds))
        await grant(
          `${member.id}.${name}`,
          { memberId: member.id, type: 1, coinId: coinIdOf(OWED_COIN, name) },
          quantity,
        );
      return member;
    },
    async arrivesAfter(coin, count) {
      await owner.run(setDays, [OWED_COIN[coin], count]);
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
      await other.close();
      await loans.close();
    },
  };
}

/** A member whose loan is overdue and spent. */
async function overdue(loans: LoanWorld): Promise<Borrower> {
  const { clock, writer } = loans.world;
  const made = await loans.member();
  await loans.lent(made);
  const [own, rewards] = [
    { memberId: made.id, type: 1, coinId: OWED_COIN.USDT },
    { house: 'rewards', coinId: OWED_COIN.USDT },
  ] as const;
  await writer.submit(plainPosting, [
    {
      cause: { kind: 'correction', id: `debt.spent.${made.id}` },
      actor: { kind: 'clock' },
      lines: [move(own, rewards, amount('1000'))],
    },
  ]);
  clock.advance(30 * 24 * 60 * 60 * 1000);
  await loans.collect();
  return { ...made, token: await loans.http.sessions.open(made.id) };
}

function waysOutIn({ world, http: { sessions } }: LoanWorld, writer: GroupedWriter): OperatorHttp {
  const { db, market, clock } = world;
  const settings = demoSettings(() => ({}));
  const security = testSecurity(db, clock);
  const { loginProofs, payments } = demoMembership({ db, clock, sessions, settings, security });
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
  const log = failingLog;
  return operatorHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...createTransfers({ db, writer, market, clock, gate, log }).routes,
      ...createMining({ db, writer, paying: writer, clock, debts, log }).routes,
      ...createStaking({ db, writer, clock, payments, debts, log }).routes,
    ],
    operatorRoutes: [],
  });
}

/** What is offered for a coin. */
interface Offers {
  readonly product: string;
  readonly project: string;
  readonly info: string;
}

async function storeOffers(owner: Db): Promise<ReadonlyMap<string, Offers>> {
  const offers = new Map<string, Offers>();
  for (const coinId of Object.values(OWED_COIN)) {
    const project = (await owner.run(addProject, [coinId]))[0]?.id ?? '';
    offers.set(coinId, {
      project,
      product: (await owner.run(addProduct, [coinId]))[0]?.id ?? '',
      info: (await owner.run(addInfo, [project, coinId]))[0]?.id ?? '',
    });
  }
  return offers;
}

const waysOutBy = (
  loans: LoanWorld,
  http: OperatorHttp,
  { receiver, offers }: { readonly receiver: Borrower; readonly offers: ReadonlyMap<string, Offers> },
): Pick<DebtWorld, 'send' | 'withdraw' | 'lock' | 'stake'> => ({
  send: ({ token }, coin, quantity) =>
    http.call(
      'balanceTransfer',
      { to_uid: receiver.id, c_id: OWED_COIN[coin], amount: quantity, paypassword: BORROWER_PASSWORD },
      { token },
    ),
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
});
