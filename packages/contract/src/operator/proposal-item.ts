import { z } from 'zod';
import { id, time } from '../call.ts';
import { RECORD_STATUS } from '../codes/assets.ts';

/** What needs two operators, by resource (RULES 8). */
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
  'webhooks',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

const fields = z.record(z.string(), z.unknown());

export const proposalItem = z.object({
  id,
  kind: z.enum(PROPOSAL_KINDS),
  /** The action: `create`, `change`, `reset`, `post`, `run`. */
  what: z.enum(['create', 'change', 'reset', 'post', 'run']),
  /** Empty for a new thing, and where there is only one. */
  ref: z.string(),
  /** Its name, if any. */
  name: z.string(),
  /** As it was when proposed, and as it would be; no secrets. */
  before: fields.nullable(),
  after: fields,
  /** The proposer's reason. */
  remark: z.string(),
  by: id,
  username: z.string(),
  at: time,
  /** 1 waits for another operator, 2 done, 3 refused. */
  status: z.literal(Object.values(RECORD_STATUS)),
  decided: z.object({ by: id, username: z.string(), at: time, remark: z.string() }).nullable(),
  /**
   * Whether the caller may approve it: `yours`; `proposed` it; not `established`; `related`, made, reset or promoted by
   * the proposer within 72 hours; a `higher` role is needed; the proposer is `gone`: disabled, reset or of a lower role since.
   */
  may: z.enum(['yours', 'proposed', 'established', 'related', 'higher', 'gone']),
});
export type ProposalItem = z.output<typeof proposalItem>;
