import { recallJson, remember } from '../../platform/storage.ts';
import { nameless } from '../security/index.ts';

/** How far a member is with the first steps in this browser; a member who had traded before is never shown them. */
type FirstSteps = 'begun' | 'over';

type Kept = Readonly<Record<string, FirstSteps>>;

/** So few that hundreds of members share a key: it outlasts a logout, and a whole number of an id could be turned back. */
const KEY_LETTERS = 2;
const keyOf = (memberId: number): string => nameless(String(memberId)).slice(-KEY_LETTERS);

export const firstStepsOf = (memberId: number): FirstSteps | undefined =>
  recallJson<Kept>('firstSteps')?.[keyOf(memberId)];

export function keepFirstSteps(memberId: number, steps: FirstSteps): void {
  remember(
    'firstSteps',
    JSON.stringify({ ...recallJson<Kept>('firstSteps'), [keyOf(memberId)]: steps } satisfies Kept),
  );
}

/** The last step: a receipt was found to be true. Nothing for a member without first steps. */
export function endFirstSteps(memberId: number): void {
  if (firstStepsOf(memberId) === 'begun') keepFirstSteps(memberId, 'over');
}
