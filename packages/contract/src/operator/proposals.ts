import { z } from 'zod';
import { flag, time } from '../call.ts';
import { choiceField, optional } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, pageOf, remarkField } from './operator-fields.ts';
import { PROPOSAL_KINDS, proposalItem } from './proposal-item.ts';

/** What one operator proposes and another approves: one queue for everything that needs two (RULES 8). */

const decide = z.strictObject({ ...byId, remark: remarkField() });

/** `kind` narrows it. What owners alone decide is the owners' alone to see. */
export const listProposals = operatorCall('GET', '/proposals', {
  role: 'treasurer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2', '3'] }),
    ...beforeField,
    kind: optional(choiceField(...PROPOSAL_KINDS)),
  }),
  output: pageOf(proposalItem).extend({
    /**
     * Whether the one who asks is established, and from when on they are or will be; null while no second factor is
     * set.
     */
    established: z.object({ yes: flag, since: time.nullable() }),
  }),
});
export const readProposal = operatorCall('GET', '/proposals/{id}', {
  role: 'treasurer',
  input: z.strictObject(byId),
  output: proposalItem,
  reasons: ['not_found'],
});

const refusals = ['not_found', 'forbidden', 'already_decided'] as const;
/**
 * Does what was proposed, as it was proposed: by another operator, established when it was proposed, and not made,
 * reset or promoted by who proposed it within 72 hours. `result` is the thing as it is now. What it would change and
 * was changed since is `changed_meanwhile`.
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
/** Also by who proposed it, who takes it back then. */
export const rejectProposal = operatorCall('POST', '/proposals/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: proposalItem,
  reasons: refusals,
});
