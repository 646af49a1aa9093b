import { move, nonZeroLines, type Account, type House, type Journal } from '../../ledger/index.ts';
import type { Coin } from '../../market/index.ts';
import type { Exchange } from './exchange.ts';

/**
 * Both sides in one journal, against the house account `spot`, which keeps the spread. The residue of rounding goes on
 * to `rounding` (RULES 1).
 */
export function exchanging({ id, memberId, type, from, to, given, received, residue }: Exchange): Journal {
  const own = (coin: Coin): Account => ({ memberId, type, coinId: coin.id });
  const house = (name: House, coin: Coin): Account => ({ house: name, coinId: coin.id });
  return {
    cause: { kind: 'flash-exchange', id },
    actor: { kind: 'member', id: memberId },
    lines: nonZeroLines([
      move(own(from), house('spot', from), given),
      move(house('spot', to), own(to), received),
      move(house('spot', from), house('rounding', from), residue),
    ]),
  };
}
