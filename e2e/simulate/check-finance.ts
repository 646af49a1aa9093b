import { listed, mustList } from './checkpoint.ts';
import type { Json } from '../support/json.ts';
import { write } from './model/exact.ts';
import type { Loan } from './model/loans.ts';
import { DAY_MS } from './model/world.ts';
import type { Player, Scene } from './scene.ts';

type Compare = (name: string, expected: ReadonlyMap<string, Json>) => Promise<void>;

const iso = (ms: number): string => new Date(ms).toISOString();
const ownOf = <T extends { readonly memberId: string; readonly id: string }>(player: Player, all: readonly T[]): T[] =>
  all.filter(({ memberId }) => memberId === player.id);
const expectedOf = <T extends { readonly id: string }>(all: readonly T[], row: (each: T) => Json) =>
  new Map(all.map((each) => [each.id, row(each)]));

const loanRow = ({ amount, interest, dueMs, repayment, status }: Loan, late: bigint) => ({
  amount: write(amount),
  interest: write(interest),
  total_amount: write(amount + interest),
  late_interest: write(late),
  total_due: write(amount + interest + late),
  status,
  is_repayment: repayment,
  repayment_time: dueMs === null ? null : iso(dueMs),
});

/** Compares a member's loans, locks, stakes, transfers, deposits and withdrawals with the model. */
export async function checkFinance(scene: Scene, player: Player): Promise<void> {
  const compare: Compare = async (name, expected) =>
    mustList(`${name} of member ${player.id}`, expected, await listed(scene, player, name));
  await checkProducts(scene, player, compare);
  await checkMoney(scene, player, compare);
}

async function checkProducts({ model: { loans, products } }: Scene, player: Player, compare: Compare): Promise<void> {
  await compare(
    'getLoanRecords',
    expectedOf(ownOf(player, loans.all), (loan) => loanRow(loan, loans.lateBy(loan))),
  );
  await compare(
    'getMiningMachineOrders',
    expectedOf(ownOf(player, products.mined), ({ amount, daily, days, paidDays, startMs, status, coin }) => ({
      amount: write(amount),
      days,
      status,
      coin: coin.title,
      total_revenue: write(daily * BigInt(paidDays)),
      estimated_revenue: write(daily * BigInt(days)),
      end_time: iso(startMs + days * DAY_MS),
    })),
  );
  await compare(
    'getStakingOrderList',
    expectedOf(ownOf(player, products.staked), ({ amount, offer, rate, startMs, status, paid, revenue }) => ({
      amount: write(amount),
      days: offer.days,
      status,
      coin: offer.coin.title,
      interest_rate: write(rate),
      total_revenue: write(status === 0 ? revenue : paid),
      end_time: iso(startMs + offer.days * DAY_MS),
    })),
  );
}

async function checkMoney(
  { model: { sending, funding, world } }: Scene,
  player: Player,
  compare: Compare,
): Promise<void> {
  await compare(
    'getInternalTransferList',
    expectedOf(
      sending.all.filter(({ from }) => from === player.id),
      ({ to, coinId, amount, fee, arrivesMs, status }) => ({
        status,
        amount: write(amount),
        sxf: write(fee),
        arrival_amount: write(amount - fee),
        arrival_time: iso(arrivesMs),
        coin: world.coins.get(coinId)?.title,
        to_username: world.members.get(to)?.username,
      }),
    ),
  );
  await compare(
    'getRechargeList',
    expectedOf(ownOf(player, funding.deposits), ({ claimed, credited, status }) => ({
      num: write(credited ?? claimed),
      claimed: write(claimed),
      status,
    })),
  );
  await compare(
    'getWithdrawList',
    expectedOf(ownOf(player, funding.withdrawals), ({ amount, fee, needs, status }) => ({
      mum: write(amount),
      fee: write(fee),
      net: write(amount - fee),
      status,
      approvals_needed: needs,
    })),
  );
}
