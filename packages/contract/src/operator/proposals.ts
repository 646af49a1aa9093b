import { z } from 'zod';
import { flag, time } from '../call.ts';
import { choiceField, optional } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, pageOf, remarkField } from './operator-fields.ts';
import { PROPOSAL_KINDS, proposalItem } from './proposal-item.ts';

/** The queue of everything that needs two operators (RULES 8). */

const decide = z.strictObject({ ...byId, remark: remarkField() });

/** `kind` narrows it. Owners' decisions are listed for owners only. */
export const listProposals = operatorCall('GET', '/proposals', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2', '3'] }),
    ...beforeField,
    kind: optional(choiceField(...PROPOSAL_KINDS)),
  }),
  output: pageOf(proposalItem).extend({
    /** Whether the caller is established, and since or from when; null without a second factor. */
    established: z.object({ yes: flag, since: time.nullable() }),
  }),
});
export const readProposal = operatorCall('GET', '/proposals/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: proposalItem,
  reasons: ['not_found'],
});

const refusals = ['not_found', 'forbidden', 'already_decided'] as const;
/**
 * Carries it out unchanged: by another operator, established when it was proposed, and not made, reset or promoted by
 * the proposer within 72 hours. `result` is the thing as it is now. `changed_meanwhile` if what it changes was changed
 * since.
 */
export const approveProposal = operatorCall('POST', '/proposals/{id}/approve', {
  role: 'treasurer',
  input: decide,
  output: proposalItem.extend({ result: z.unknown() }),
  fresh: true,
  reasons: [
    ...refusals,
    'same_operator',
    'not_established',
    'changed_meanwhile',
    'already_exists',
    'in_use',
    'bad_value',
    'insufficient_balance',
    'house_limit',
  ],
});
/** Also by its proposer, who withdraws it. */
export const rejectProposal = operatorCall('POST', '/proposals/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: proposalItem,
  reasons: refusals,
});
