import type { RechargeRecord, TimelineStep as Past, WithdrawalRecord } from '@plimsoll/contract';
import type { StepState } from '@plimsoll/ui';

type AheadKey = 'approval' | 'firstApproval' | 'secondApproval' | 'sent' | 'compared' | 'credited';

interface TakenStep {
  readonly key: AheadKey | 'requested' | 'received' | 'refused';
  readonly state: StepState;
  readonly at: string;
  readonly by: number | undefined;
}

interface AheadStep {
  readonly key: AheadKey;
  readonly state: StepState;
  readonly at: undefined;
  readonly by: undefined;
}

export type FundingStep = TakenStep | AheadStep;

const taken = (key: TakenStep['key'], past: Past, state: StepState = 'done'): FundingStep => ({
  key,
  state,
  at: past.at,
  by: past.by ?? undefined,
});
const ahead = (key: AheadKey, state: StepState): FundingStep => ({ key, state, at: undefined, by: undefined });
const find = (timeline: readonly Past[], step: Past['step']): Past | undefined =>
  timeline.find((each) => each.step === step);

/**
 * The steps of a withdrawal: requested, approved, sent, or refused. The last approval and the sending are one
 * action.
 */
export function withdrawalSteps({
  timeline,
  approvals_needed,
}: Pick<WithdrawalRecord, 'timeline' | 'approvals_needed'>): FundingStep[] {
  const requested = find(timeline, 'requested');
  const sent = find(timeline, 'sent');
  const refused = find(timeline, 'refused');
  const approvals = timeline.filter(({ step }) => step === 'approved');
  const keys: AheadKey[] = approvals_needed === 2 ? ['firstApproval', 'secondApproval'] : ['approval'];
  const begin = requested ? [taken('requested', requested)] : [];
  const approved = keys.flatMap((key, at): FundingStep[] => {
    const past = approvals[at] ?? sent;
    if (past) return [taken(key, past)];
    if (refused) return [];
    return [ahead(key, at === approvals.length ? 'now' : 'next')];
  });
  if (refused) return [...begin, ...approved, taken('refused', refused, 'bad')];
  return [...begin, ...approved, sent ? taken('sent', sent) : ahead('sent', 'next')];
}

/** The steps of a deposit: proof received, compared, credited; or where it was refused. */
export function depositSteps({ timeline }: Pick<RechargeRecord, 'timeline'>): FundingStep[] {
  const requested = find(timeline, 'requested');
  const credited = find(timeline, 'credited');
  const refused = find(timeline, 'refused');
  const begin = requested ? [taken('received', requested)] : [];
  if (refused) return [...begin, taken('refused', refused, 'bad')];
  if (credited) return [...begin, taken('compared', credited), taken('credited', credited)];
  return [...begin, ahead('compared', 'now'), ahead('credited', 'next')];
}
