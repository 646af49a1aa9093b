import type { ReactNode, TableHTMLAttributes } from 'react';

/** Lets a wide table be scrolled, by keys too. */
export function TableScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus no key could scroll it
    <div role="region" aria-label={label} tabIndex={0} className="table-place relative overflow-x-auto">
      {children}
    </div>
  );
}

/** A table with rows of 40. `inset` keeps its edges off the ends of a lit row; `compact` is smaller. */
export function DenseTable({
  inset = false,
  compact = false,
  className = '',
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & { readonly inset?: boolean; readonly compact?: boolean }) {
  return (
    <table className={`dense ${inset ? 'dense-inset' : ''} ${compact ? 'dense-compact' : ''} ${className}`} {...rest} />
  );
}
