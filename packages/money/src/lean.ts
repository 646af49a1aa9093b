import { share } from './arithmetic.ts';
import { amountOfUnits, priceOfUnits, type Price, type Rate } from './decimal.ts';

/** A level's price moved by `lean` against the member (RULES 3): dearer to buy at, cheaper to sell at; rounded up. */
export function leaned(level: Price, side: 'buy' | 'sell', lean: Rate): Price {
  const away = share(amountOfUnits(level), lean, 'up');
  return priceOfUnits(side === 'buy' ? level + away : level - away);
}
