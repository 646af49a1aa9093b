import { ONE } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { DAY_MS, tooFine, type Coin, type World } from './world.ts';

const GIFT = 10_000n * ONE;

/** Between a member's own accounts: immediate, without a fee (RULES 5). */
export function moveOwn(
  world: World,
  memberId: string,
  wish: { coinId: string; amount: bigint; from: number; to: number },
): Outcome {
  const { switches } = world.settings;
  if (switches['account_transfer_status'] === 0) return refused('switched_off');
  if (wish.to === 3 && switches['quantize_switch'] === 0) return refused('switched_off');
  if (wish.from === wish.to) return refused('same_account');
  const coin = world.coins.get(wish.coinId);
  if (!coin) return refused('not_found');
  if (tooFine(wish.amount, coin)) return refused('bad_amount');
  const from = memberAccount(memberId, wish.from, coin.id);
  if (!world.balances.has(from, wish.amount)) return refused('insufficient_balance');
  world.balances.move(from, memberAccount(memberId, wish.to, coin.id), wish.amount);
  return done();
}

/** The demo's gift, once in 24 hours (docs/OPERATING.md). */
export function giveDemo(world: World, memberId: string, usdt: Coin): Outcome {
  const member = world.members.get(memberId);
  if (!member) return refused('login_required');
  const now = world.now();
  if (member.lastGiftMs !== null && now - member.lastGiftMs < DAY_MS) return refused('already_given');
  member.lastGiftMs = now;
  world.balances.move(houseAccount('outside', usdt.id), memberAccount(memberId, 1, usdt.id), GIFT);
  return done();
}
