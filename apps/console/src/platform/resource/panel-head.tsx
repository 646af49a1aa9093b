import type { ReactNode } from 'react';

interface PanelHeadProps {
  /** Small, above: number and time. */
  readonly over: ReactNode;
  /** The main line. */
  readonly children: ReactNode;
  readonly state?: ReactNode;
}

/** The head of a panel. */
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
