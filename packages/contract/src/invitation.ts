import { z } from 'zod';
import { call } from './call.ts';

/** A count of those who came by a code stops here, as the console's counts do. */
export const JOINED_MAX = 10_000;

/** **+** A member's own invitation code, and how many registered with it; no word of who they are. */
export const getInvitation = call({
  name: 'getInvitation',
  member: true,
  output: z.object({ code: z.string(), joined: z.int().min(0).max(JOINED_MAX) }),
});
