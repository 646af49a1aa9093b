import type { ReactNode } from 'react';

/** A step is over, present, to come, or a bad end. */
export type StepState = 'done' | 'now' | 'next' | 'bad';

export interface TimelineStep {
  readonly state: StepState;
  readonly title: ReactNode;
  readonly text?: ReactNode;
}

const NODES: Readonly<Record<StepState, ReactNode>> = {
  done: (
    <>
      <circle cx="32" cy="32" r="22" fill="var(--mark-water)" />
      <path
        d="M22 33l7 7 14-15"
        fill="none"
        stroke="var(--node-ground, var(--bg))"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  now: (
    <>
      <path d="M12.4 32a19.6 19.6 0 0 0 39.2 0z" fill="var(--mark-water)" />
      <circle cx="32" cy="32" r="19.6" fill="none" stroke="currentColor" strokeWidth="4.4" />
      <path d="M2 29.6H62v4.8H2z" fill="currentColor" />
    </>
  ),
  next: <circle cx="32" cy="32" r="12" fill="none" stroke="currentColor" strokeWidth="5" />,
  bad: (
    <>
      <circle cx="32" cy="32" r="22" fill="var(--danger)" />
      <path
        d="M24 24l16 16M40 24 24 40"
        fill="none"
        stroke="var(--node-ground, var(--bg))"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </>
  ),
};

/** Steps, one under the other. `words` are read before each by screen readers. */
export function Timeline({
  steps,
  words,
  label,
}: {
  readonly steps: readonly TimelineStep[];
  readonly words: Readonly<Record<StepState, string>>;
  readonly label: string;
}) {
  return (
    <ol aria-label={label} className="timeline">
      {steps.map(({ state, title, text }, at) => (
        <li key={at} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <svg width="24" height="24" viewBox="0 0 64 64" aria-hidden="true">
            {NODES[state]}
          </svg>
          <div className="min-w-0">
            <p
              className={`text-14 leading-[1.71] ${state === 'next' ? 'font-medium text-ink-2' : state === 'done' ? 'font-medium' : 'font-semibold'}`}
            >
              <span className="sr">{words[state]} </span>
              {title}
            </p>
            {text !== undefined && <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
