import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
/** The second approval of a posting, as one operator sees it. */
export type SecondApproval = 'given' | 'refused' | 'yours' | 'others' | 'higher';

interface Proposed {
  /** 1 pending, 2 posted, 3 refused. */
  readonly status: 1 | 2 | 3;
  readonly proposed: { readonly by: number };
}

/** Who may give the second approval (never the proposer), or the outcome. */
export function secondApproval(
  { status, proposed }: Proposed,
  me: { readonly id: number; readonly mayApprove: boolean },
): SecondApproval {
  if (status !== RECORD_STATUS.pending) return status === RECORD_STATUS.completed ? 'given' : 'refused';
  if (!me.mayApprove) return 'higher';
  return proposed.by === me.id ? 'others' : 'yours';
}
