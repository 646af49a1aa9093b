import type { ReactNode } from 'react';

interface PaneHeadProps {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
}

/** A pane's name, and what is at its end. */
export function PaneHead({ title, aside }: PaneHeadProps) {
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="text-15 leading-5 font-semibold">{title}</h2>
      {aside !== undefined && <span className="text-12 text-ink-3">{aside}</span>}
    </header>
  );
}

/** A part of a screen on its own ground. */
export function Pane({
  title,
  aside,
  className = '',
  children,
}: Partial<PaneHeadProps> & { readonly className?: string; readonly children: ReactNode }) {
  return (
    <section className={`on-card min-w-0 rounded-lg bg-surface px-5 py-4.5 ${className}`}>
      {title !== undefined && <PaneHead title={title} aside={aside} />}
      {children}
    </section>
  );
}
