import { z } from 'zod';
import { call, decimal, listOf, time } from './call.ts';

/**
 * **+** How much may leave in a rolling 24 hours, in USDT at current prices, by kind. One limit for withdrawals and
 * member transfers; a certified identity raises it.
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
    /** When the oldest used part is 24 hours old; null without any. */
    frees_at: time.nullable(),
    /**
     * Nothing leaves to new destinations until then, after a change of address, card, password or factor; else null.
     */
    waits_until: time.nullable(),
  }),
});
