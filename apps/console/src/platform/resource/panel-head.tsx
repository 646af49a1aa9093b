import type { ReactNode } from 'react';

interface PanelHeadProps {
  /** Above it, small: its number and when it came. */
  readonly over: ReactNode;
  /** What leads: an amount, or what it is. */
  readonly children: ReactNode;
  /** Its state, at the end. */
  readonly state?: ReactNode;
}

/** The head of one thing that is looked at. */
export function PanelHead({ over, children, state }: PanelHeadProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-3">{over}</p>
        <p className="lead mt-1 font-semibold [overflow-wrap:anywhere]">{children}</p>
      </div>
      {state}
    </header>
  );
}
