import { z } from 'zod';
import { limitField, pageField } from '../fields.ts';
import { memberItem } from './membership.ts';
import { operatorCall } from './operator-call.ts';
import { byId, pageOf } from './operator-fields.ts';

/** Those who registered with a member's invitation code, newest first. */
export const listInvited = operatorCall('GET', '/members/{id}/invited', {
  role: 'viewer',
  input: z.strictObject({ ...byId, page: pageField(), limit: limitField() }),
  output: pageOf(memberItem),
  reasons: ['not_found'],
});
