import type { WorkAsked } from '@plimsoll/contract';
import type { Refusal } from './envelope.ts';

const isWork = (data: unknown): data is WorkAsked =>
  typeof data === 'object' && data !== null && 'challenge' in data && 'bits' in data;

/** The proof of work that replaces a wait; undefined where a refusal asks for none. */
export const workIn = ({ reason, data }: Refusal): WorkAsked | undefined =>
  reason === 'too_many_requests' && isWork(data) ? data : undefined;
