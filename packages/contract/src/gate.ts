import { z } from 'zod';
import { call, decimal, listOf, time } from './call.ts';

/**
 * **+** What may leave within a rolling 24 hours, in USDT by the prices of each moment: what of it is used and left,
 * and by which way. One limit counts both ways together. It is higher for who has proven their identity.
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
    /** When the oldest of what is used is 24 hours ago; null when nothing is. */
    frees_at: time.nullable(),
    /**
     * Until when nothing leaves to where nothing went before, after a change of address, card, password or second
     * factor; else null.
     */
    waits_until: time.nullable(),
  }),
});
