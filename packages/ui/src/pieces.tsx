import type { ReactNode } from 'react';
import { Icon, type IconShape } from './icon.tsx';

export type TagKind = 'plain' | 'up' | 'down' | 'ok' | 'wait' | 'bad' | 'info';

const TAGS: Readonly<Record<TagKind, string>> = {
  plain: 'bg-raised text-ink-2',
  up: 'bg-up-tint text-up',
  down: 'bg-dn-tint text-dn',
  ok: 'bg-good-tint text-good',
  wait: 'bg-warn-tint text-warn',
  bad: 'bg-danger-tint text-danger',
  info: 'bg-water-tint text-water',
};

/** A state in a word, with its icon; one in several words `wraps` where its line is too narrow. */
export function Tag({
  kind = 'plain',
  icon,
  wraps = false,
  children,
}: {
  readonly kind?: TagKind;
  readonly icon?: IconShape;
  readonly wraps?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex flex-none items-center gap-1.25 rounded-[6px] px-2 text-12 font-medium ${wraps ? 'min-h-5.5 max-w-full' : 'h-5.5 whitespace-nowrap'} ${TAGS[kind]}`}
    >
      {icon && <Icon of={icon} size={13} />}
      {children}
    </span>
  );
}

const NOTES = {
  info: ['bg-water-tint', 'text-water'],
  warn: ['bg-warn-tint', 'text-warn'],
  bad: ['bg-danger-tint', 'text-danger'],
  ok: ['bg-good-tint', 'text-good'],
} as const;

/** A remark on the page. */
export function Note({
  kind = 'info',
  icon,
  children,
}: {
  readonly kind?: keyof typeof NOTES;
  readonly icon: IconShape;
  readonly children: ReactNode;
}) {
  const [ground, ink] = NOTES[kind];
  return (
    <div className={`flex gap-2.5 rounded-md px-3.5 py-3 text-13 text-ink-2 ${ground}`}>
      <Icon of={icon} size={20} className={ink} />
      <span>{children}</span>
    </div>
  );
}

/** From one figure to another; it may break between them. */
export const Range = ({ from, to }: { readonly from: string; readonly to: string }) => (
  <bdi dir="ltr">
    <span className="n">{from} –</span> <span className="n">{to}</span>
  </bdi>
);

export interface SummaryRow {
  readonly term: ReactNode;
  readonly value: ReactNode;
  readonly total?: boolean;
}

/** What an order or a payment will cost, line by line. */
export function Summary({ rows }: { readonly rows: readonly SummaryRow[] }) {
  return (
    <dl>
      {rows.map((row, at) => (
        <div
          key={at}
          className={`flex items-baseline justify-between gap-4 py-1.75 text-14 ${row.total ? 'mt-1.25 border-t-2 border-line-strong pt-2.75' : ''}`}
        >
          <dt className={row.total ? 'font-semibold' : 'text-ink-2'}>{row.term}</dt>
          <dd className={`min-w-0 text-end ${row.total ? 'text-17 font-semibold' : ''}`}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Maximum length of a figure in a third of a narrow phone. */
const THIRD = 13;

/** In how many columns these decimals fit side by side. */
export const columnsFor = (...figures: readonly (string | null)[]): 2 | 3 =>
  figures.some((figure) => figure !== null && figure.replace(/0+$/, '').length > THIRD) ? 2 : 3;

/** Small facts in three columns (or two); below one another in very large type. */
export function Facts({
  items,
  columns = 3,
}: {
  readonly items: readonly { readonly term: ReactNode; readonly value: ReactNode }[];
  readonly columns?: 2 | 3;
}) {
  return (
    <div className="@container">
      <dl
        className={`grid gap-x-3 gap-y-2.5 text-13 ${columns === 3 ? '@min-[15rem]:grid-cols-[repeat(3,minmax(min-content,1fr))] @min-[15rem]:[&>:nth-child(3n)]:text-end' : '@min-[15rem]:grid-cols-[repeat(2,minmax(min-content,1fr))] @min-[15rem]:[&>:nth-child(2n)]:text-end'}`}
      >
        {items.map((item, at) => (
          <div key={at}>
            <dt className="text-12 text-ink-3">{item.term}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A thin bar of 0 to 100 percent. */
export function Progress({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <span role="img" aria-label={label} className="block h-0.75 overflow-hidden rounded-full bg-raised">
      <span className="block h-full bg-water-fill" style={{ width: `${percent}%` }} />
    </span>
  );
}
