import { z } from 'zod';
import { call, decimal, listOf, time } from './call.ts';

/**
 * **+** How much may leave within a rolling 24 hours, in USDT at current prices: used and left, by kind. One limit
 * counts withdrawals and member transfers together; a certified identity raises it.
 */
export const getLimits = call({
  name: 'getLimits',
  member: true,
  output: listOf(z.object({ kind: z.enum(['withdraw', 'balanceTransfer']), used: decimal, left: decimal })).extend({
    /** 2 with a certified identity, else 1. */
    level: z.union([z.literal(1), z.literal(2)]),
    limit: decimal,
    used: decimal,
    left: decimal,
    /** When the oldest part of what is used is 24 hours old; null when nothing is used. */
    frees_at: time.nullable(),
    /**
     * Until when nothing leaves to new destinations, after a change of address, card, password or second factor; else
     * null.
     */
    waits_until: time.nullable(),
  }),
});
