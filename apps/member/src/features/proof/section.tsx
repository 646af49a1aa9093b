import type { ReactNode } from 'react';

/** A part of the page under its own heading, with a remark beside it. */
export function Section({
  title,
  beside,
  children,
}: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="on-card mx-4 mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-surface p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-17 font-semibold">{title}</h2>
        {beside && <span className="text-13 text-ink-3">{beside}</span>}
      </header>
      {children}
    </section>
  );
}
