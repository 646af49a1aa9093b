import { z } from 'zod';
import { call } from './call.ts';

/** Counts stop here, like the console's. */
export const JOINED_MAX = 10_000;

/** **+** The member's invitation code and how many registered with it. */
export const getInvitation = call({
  name: 'getInvitation',
  member: true,
  output: z.object({ code: z.string(), joined: z.int().min(0).max(JOINED_MAX) }),
});
