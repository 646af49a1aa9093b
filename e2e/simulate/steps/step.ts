import type { Exchange } from '../feed.ts';
import { write } from '../model/exact.ts';
import { memberAccount } from '../model/balances.ts';
import type { Coin, Market } from '../model/world.ts';
import type { Player, Scene } from '../scene.ts';

export interface Step {
  readonly name: string;
  readonly weight: number;
  run(scene: Scene, exchange: Exchange): Promise<void>;
}

export const anyPlayer = ({ dice, players }: Scene): Player => dice.pick(players);
export const anyMarket = ({ dice, model }: Scene): Market => dice.pick([...model.world.markets.values()]);
export const anyCoin = ({ dice, model }: Scene): Coin => dice.pick([...model.world.coins.values()]);

/**
 * An amount a member might type: mostly affordable, sometimes all, too much, almost nothing, or too fine for the coin.
 */
export function anyAmount({ dice }: Scene, coin: Coin, has: bigint): bigint {
  const unit = 10n ** BigInt(8 - coin.places);
  const whole = (value: bigint): bigint => (value < unit ? unit : value - (value % unit));
  const roll = dice.from(1, 100);
  if (roll <= 6) return has > 0n ? has : unit;
  if (roll <= 10) return has + unit;
  if (roll <= 13) return unit * BigInt(dice.from(1, 9));
  if (roll <= 15) return dice.units(1n, has + 1000n);
  return whole((has * BigInt(dice.from(1, 40))) / 100n);
}

export const free = ({ model }: Scene, player: Player, type: number, coinId: string): bigint =>
  model.world.balances.of(memberAccount(player.id, type, coinId)).available;

/** Texts that are not amounts (docs/wire/conventions.md). */
export const BAD_AMOUNTS = [
  '',
  '0',
  '-1',
  '+5',
  '1e3',
  '0x10',
  '1,5',
  '1.000000001',
  '１２',
  'NaN',
  'Infinity',
  '1.',
  '.5',
  '9999999999999999999',
  ' ',
  '1 2',
] as const;

export { write };
