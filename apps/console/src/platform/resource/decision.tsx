import { Button, Field } from '@plimsoll/ui';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useAct } from './use-act.ts';

interface DecisionWords {
  /** Label of the remark, what stands beside it, and what stands in it while it is empty. */
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
  /** True when the approval is not this operator's to give; refusing is. */
  readonly isRefusalOnly?: boolean;
  /** What is said once it is decided; `isDone` is false when a second operator is needed still. */
  readonly said: (data: Readonly<Record<string, unknown>>, isDone: boolean) => string;
}

/** Approves what lies on a desk, or refuses it with words for the member; once. */
export function Decision({ resource, id, words, isRefusalOnly = false, said }: DecisionProps) {
  const notify = useNotify();
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string>();
  const act = useAct({
    onDone: ({ data, isDone }) => notify(said(data, isDone), { type: 'success' }),
    onField: (_field, why) => setError(why),
  });
  const decide = (action: 'approve' | 'reject') => {
    setError(undefined);
    return act.mutate({ resource, id, action, body: { remark: remark.trim() } });
  };
  const isBusy = (action: string) => act.isPending && act.variables.action === action;
  return (
    <div className="grid gap-4">
      <Field
        label={words.remark}
        aside={words.remarkAside}
        placeholder={words.why}
        dir="auto"
        maxLength={255}
        value={remark}
        error={error}
        onChange={(event) => {
          setRemark(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="line"
          className="flex-1"
          busy={isBusy('reject')}
          busyText={words.busy}
          disabled={isBusy('approve')}
          onClick={() => decide('reject')}
        >
          {words.refuse}
        </Button>
        <Button
          className="flex-[1.4]"
          busy={isBusy('approve')}
          busyText={words.busy}
          disabled={isRefusalOnly || isBusy('reject')}
          onClick={() => decide('approve')}
        >
          {words.approve}
        </Button>
      </div>
    </div>
  );
}
