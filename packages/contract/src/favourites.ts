import { z } from 'zod';
import { call, id, listOf } from './call.ts';
import { choiceField, fields, idField, idOrNoneField } from './fields.ts';

const favourite = z.object({
  m_id: id,
  /** `btcusdt` */
  symbol: z.string(),
  /** `BTC/USDT` */
  coinname: z.string(),
});

/** Starred markets in the member's order (RULES 7.6), without disabled ones. */
export const getFavourites = call({ name: 'getFavourites', member: true, output: listOf(favourite) });

/**
 * Stars a market (`on` 1) or removes its star (0). Asking again changes nothing. A disabled market can only lose its
 * star.
 */
export const setFavourite = call({
  name: 'setFavourite',
  member: true,
  input: fields({ market: idField(), on: choiceField('0', '1') }),
  output: listOf(favourite),
  reasons: ['not_found'],
});

/**
 * Moves a starred market before another one of the list, or to the end: `before` 0 or missing. Refuses markets without
 * a star.
 */
export const moveFavourite = call({
  name: 'moveFavourite',
  member: true,
  input: fields({ market: idField(), before: idOrNoneField() }),
  output: listOf(favourite),
  reasons: ['not_found'],
});
