import { z } from 'zod';
import { call } from './call.ts';

/** Counts of invited members stop here, like the console's counts. */
export const JOINED_MAX = 10_000;

/** **+** A member's own invitation code and how many registered with it, without names. */
export const getInvitation = call({
  name: 'getInvitation',
  member: true,
  output: z.object({ code: z.string(), joined: z.int().min(0).max(JOINED_MAX) }),
});
