import { Icon } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';

/** One fact of a record, within a `dl`. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** One check, passed or not, within a list. */
export function CheckLine({ passed, children }: { readonly passed: boolean; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-13">
      <Icon of={passed ? check : warn} size={18} className={passed ? 'text-good' : 'text-warn'} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}
