import { z } from 'zod';
import { id, time } from '../call.ts';
import { RECORD_STATUS } from '../codes/assets.ts';

/** What needs two operators, by the resource that it changes (RULES 8). */
export const PROPOSAL_KINDS = [
  'operators',
  'settings',
  'coins',
  'networks',
  'markets',
  'option-terms',
  'corrections',
  'house-postings',
  'scripts',
  'recharges',
  'members',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

const fields = z.record(z.string(), z.unknown());

/** Something that one operator proposed, which another decides. */
export const proposalItem = z.object({
  id,
  kind: z.enum(PROPOSAL_KINDS),
  /** What would be done to it: `create`, `change`, `reset`, `post`, `run`. */
  what: z.enum(['create', 'change', 'reset', 'post', 'run']),
  /** The id of the thing; empty of a new one, and where there is one alone. */
  ref: z.string(),
  /** The thing's name, where it has one. */
  name: z.string(),
  /** What would be otherwise, as it was when it was proposed and as it would be; no secrets. */
  before: fields.nullable(),
  after: fields,
  /** Why, in the words of who proposed it. */
  remark: z.string(),
  by: id,
  username: z.string(),
  at: time,
  /** 1 waits for another operator, 2 done, 3 refused. */
  status: z.literal(Object.values(RECORD_STATUS)),
  decided: z.object({ by: id, username: z.string(), at: time, remark: z.string() }).nullable(),
  /**
   * Whether the one who asks may approve it: `yours`; `proposed` it; not `established`; `related`, made, reset or
   * promoted by who proposed it within the last 72 hours; a `higher` role is needed.
   */
  may: z.enum(['yours', 'proposed', 'established', 'related', 'higher']),
});
export type ProposalItem = z.output<typeof proposalItem>;
