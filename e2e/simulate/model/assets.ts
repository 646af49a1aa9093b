import { ONE } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { housePurse, memberPurse } from './purses.ts';
import { DAY_MS, tooFine, type Coin, type World } from './world.ts';

const GIFT = 10_000n * ONE;

/** Between a member's own accounts: immediate, without a fee (RULES 5). */
export function moveOwn(world: World, memberId: string, wish: { coinId: string; amount: bigint; from: number; to: number }): Outcome {
  const { switches } = world.settings;
  if (switches['account_transfer_status'] === 0) return refused('switched_off');
  if (wish.to === 3 && switches['quantize_switch'] === 0) return refused('switched_off');
  if (wish.from === wish.to) return refused('same_account');
  const coin = world.coins.get(wish.coinId);
  if (!coin) return refused('not_found');
  if (tooFine(wish.amount, coin)) return refused('bad_amount');
  const from = memberPurse(memberId, wish.from, coin.id);
  if (!world.purses.has(from, wish.amount)) return refused('insufficient_balance');
  world.purses.move(from, memberPurse(memberId, wish.to, coin.id), wish.amount);
  return done();
}

/** The demo's gift, once in 24 hours (docs/OPERATING.md). */
export function giveDemo(world: World, memberId: string, usdt: Coin): Outcome {
  const member = world.members.get(memberId);
  if (!member) return refused('login_required');
  const now = world.now();
  if (member.lastGiftMs !== null && now - member.lastGiftMs < DAY_MS) return refused('already_given');
  member.lastGiftMs = now;
  world.purses.move(housePurse('outside', usdt.id), memberPurse(memberId, 1, usdt.id), GIFT);
  return done();
}
