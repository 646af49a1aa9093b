import type { ReactNode } from 'react';

/** How fresh the figures are: a dot, and the time or the age. */
export function Live({ old = false, children }: { readonly old?: boolean; readonly children: ReactNode }) {
  return (
    <span className="live" data-old={old ? '' : undefined}>
      {children}
    </span>
  );
}

/** A load bar: parts of a whole in percent. `label` is its text. */
export function Load({
  parts,
  label,
  className = '',
}: {
  readonly parts: readonly number[];
  readonly label: string;
  readonly className?: string;
}) {
  const inks = ['bg-water-fill', 'bg-ink-3', 'bg-line-strong'];
  return (
    <div
      role="img"
      aria-label={label}
      className={`flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-raised ${className}`}
    >
      {parts.map(
        (part, at) =>
          part > 0 && <span key={at} className={`h-full ${inks[at % inks.length]}`} style={{ width: `${part}%` }} />,
      )}
    </div>
  );
}

/** The names of a load bar's parts, in its order. */
export function Legend({
  items,
  className = '',
}: {
  readonly items: readonly { readonly name: string; readonly figure: ReactNode }[];
  readonly className?: string;
}) {
  const inks = ['bg-water-fill', 'bg-ink-3', 'bg-line-strong'];
  return (
    <ul className={`flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2 ${className}`}>
      {items.map((item, at) => (
        <li key={item.name} className="inline-flex flex-wrap items-center gap-1.5">
          <span className={`size-2 rounded-[2px] ${inks[at % inks.length]}`} />
          {item.name} {item.figure}
        </li>
      ))}
    </ul>
  );
}
