import { share } from './arithmetic.ts';
import type { Amount, Price, Rate } from './decimal.ts';

/**
 * A level's price as far away from the member as it leans (RULES 3): dearer to buy at, cheaper to sell at; the
 * difference is rounded up.
 */
export function leaned(level: Price, side: 'buy' | 'sell', lean: Rate): Price {
  const away = share(level as bigint as Amount, lean, 'up');
  return (side === 'buy' ? level + away : level - away) as Price;
}
