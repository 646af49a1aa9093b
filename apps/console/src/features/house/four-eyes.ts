import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
/** What stands between a proposal and its posting, as one operator sees it. */
export type SecondApproval = 'given' | 'refused' | 'yours' | 'others' | 'higher';

interface Proposed {
  /** 1 waits for another operator, 2 posted, 3 refused. */
  readonly status: 1 | 2 | 3;
  readonly proposed: { readonly by: number };
}

/** Whose the second approval is, or what came of it: never the proposer's own. */
export function secondApproval(
  { status, proposed }: Proposed,
  me: { readonly id: number; readonly mayApprove: boolean },
): SecondApproval {
  if (status !== RECORD_STATUS.pending) return status === RECORD_STATUS.completed ? 'given' : 'refused';
  if (!me.mayApprove) return 'higher';
  return proposed.by === me.id ? 'others' : 'yours';
}
