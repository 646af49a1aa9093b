import { Button } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useNotify } from 'ra-core';
import type { ReactNode } from 'react';
import { Moment } from './moment.tsx';
import { RemarkField, useRemark } from './remark-field.tsx';
import { useAct } from './use-act.ts';

interface DecisionWords {
  /** Of the remark: label, aside, placeholder. */
  readonly remark: string;
  readonly remarkAside?: string;
  readonly why: string;
  readonly approve: string;
  readonly refuse: string;
  readonly busy: string;
}

interface DecisionProps {
  readonly resource: string;
  readonly id: number;
  readonly words: DecisionWords;
  /** This operator can refuse only. */
  readonly isRefusalOnly?: boolean;
  /** The toast afterwards; `isDone` is false while a second operator is needed. */
  readonly doneText: (data: Readonly<Record<string, unknown>>, isDone: boolean) => string;
}

/** Approves or refuses, with words for the member. */
export function Decision({ resource, id, words, isRefusalOnly = false, doneText }: DecisionProps) {
  const notify = useNotify();
  const remark = useRemark();
  const act = useAct({
    onDone: ({ data, isDone }) => notify(doneText(data, isDone), { type: 'success' }),
    onField: (_field, why) => remark.setError(why),
  });
  const decide = (action: 'approve' | 'reject') => {
    remark.setError(undefined);
    return act.mutate({ resource, id, action, body: { remark: remark.text } });
  };
  return (
    <div className="grid gap-4">
      <RemarkField label={words.remark} aside={words.remarkAside} placeholder={words.why} of={remark.field} />
      <DecisionButtons
        words={words}
        pending={act.isPending ? act.variables.action : undefined}
        isRefusalOnly={isRefusalOnly}
        onDecide={decide}
      />
    </div>
  );
}

interface DecisionButtonsProps {
  readonly words: Pick<DecisionWords, 'approve' | 'refuse' | 'busy'>;
  /** The action in flight. */
  readonly pending: string | undefined;
  readonly isRefusalOnly?: boolean;
  readonly onDecide: (action: 'approve' | 'reject') => void;
}

/** The buttons of a decision. */
export function DecisionButtons({ words, pending, isRefusalOnly = false, onDecide }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        kind="line"
        className="flex-1"
        busy={pending === 'reject'}
        busyText={words.busy}
        disabled={pending === 'approve'}
        onClick={() => onDecide('reject')}
      >
        {words.refuse}
      </Button>
      <Button
        className="flex-[1.4]"
        busy={pending === 'approve'}
        busyText={words.busy}
        disabled={isRefusalOnly || pending === 'reject'}
        onClick={() => onDecide('approve')}
      >
        {words.approve}
      </Button>
    </div>
  );
}

interface DecisionOrOutcomeProps {
  readonly isOpen: boolean;
  readonly mayDecide: boolean | undefined;
  readonly roleTooLow: string;
  readonly decision: ReactNode;
  readonly outcome: ReactNode;
}

/** The decision while it is open, for who may decide; then the outcome. */
export function DecisionOrOutcome({ isOpen, mayDecide, roleTooLow, decision, outcome }: DecisionOrOutcomeProps) {
  if (!isOpen) return outcome;
  return mayDecide ? decision : <p className="text-13 text-ink-2">{roleTooLow}</p>;
}

interface OutcomePaneProps {
  readonly title: string;
  readonly at: string;
  readonly text: string;
  readonly remark: string | undefined;
}

/** How it was decided. */
export function OutcomePane({ title, at, text, remark }: OutcomePaneProps) {
  return (
    <Pane title={title} aside={<Moment at={at} as="full" />}>
      <p>{text}</p>
      {remark !== undefined && <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{remark}</p>}
    </Pane>
  );
}
