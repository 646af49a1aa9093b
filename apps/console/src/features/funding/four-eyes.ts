import type { WithdrawalForOperator } from '@plimsoll/contract/operator';

type Given = WithdrawalForOperator['approvals'][number];

/** One approval of a withdrawal: given, or still open. */
export type Approval =
  | { readonly is: 'given'; readonly by: Given }
  | { readonly is: 'yours' }
  /** Another operator's: this one gives the first. */
  | { readonly is: 'others' }
  /** The role is too low. */
  | { readonly is: 'treasurers' };

/** The approvals of a withdrawal as one operator sees them: given ones, then open ones. */
export function approvalsOf(
  { needed, given, isOpen }: { readonly needed: number; readonly given: readonly Given[]; readonly isOpen: boolean },
  me: { readonly id: number; readonly mayApprove: boolean },
): readonly Approval[] {
  const seen = given.map((by): Approval => ({ is: 'given', by }));
  if (!isOpen) return seen;
  const isMineGiven = given.some(({ by }) => by === me.id);
  const open = Array.from({ length: Math.max(0, needed - given.length) }, (_, at): Approval => {
    if (!me.mayApprove) return { is: 'treasurers' };
    return isMineGiven || at > 0 ? { is: 'others' } : { is: 'yours' };
  });
  return [...seen, ...open];
}
