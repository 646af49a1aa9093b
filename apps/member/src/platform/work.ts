import type { WorkAsked } from '@plimsoll/contract';
import type { Refusal } from './envelope.ts';

/** The work that is taken in the place of a wait; undefined where a refusal asks for none. */
export const workIn = ({ reason, data }: Refusal): WorkAsked | undefined =>
  reason === 'too_many_requests' && data !== null ? (data as WorkAsked) : undefined;
