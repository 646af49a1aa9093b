/* oxlint-disable jsx-a11y/control-has-associated-label -- what stands in a cell the rule cannot see */
import { Icon } from '@plimsoll/ui';
import { DenseTable, TableScroll } from '@plimsoll/ui/console';
import { down, up } from '@plimsoll/ui/icons-screens';
import type { RaRecord, SortPayload } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Column } from './list-spec.ts';

interface RowsTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** Without it rows are no links. */
  readonly linkOf?: ((row: T) => string) | undefined;
  readonly chosenId?: string | undefined;
  readonly sort?: SortPayload | undefined;
  readonly onSort?: ((field: string) => void) | undefined;
  /** Rows of the previous page while the next loads. */
  readonly isAging?: boolean;
  readonly inset?: boolean;
  readonly isCompact?: boolean;
}

const classOf = ({
  end,
  wraps,
  isLess,
}: {
  readonly end?: boolean;
  readonly wraps?: boolean;
  readonly isLess?: boolean;
}) => [end ? 'r' : '', wraps ? 'wrap' : '', isLess ? 'less' : ''].filter(Boolean).join(' ') || undefined;

/** For `aria-sort`. */
function directionOf(field: string | undefined, sort: SortPayload | undefined) {
  if (field === undefined) return undefined;
  return sort?.field === field ? (sort.order === 'ASC' ? 'ascending' : 'descending') : 'none';
}

/** A dense table; a row with a link is one over its whole width. The server sorts, filters and pages. */
export function RowsTable<T extends RaRecord>({
  label,
  columns,
  rows,
  linkOf,
  chosenId,
  sort,
  onSort,
  isAging = false,
  inset = false,
  isCompact = false,
}: RowsTableProps<T>) {
  return (
    <TableScroll label={label}>
      <DenseTable inset={inset} compact={isCompact}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)} aria-sort={directionOf(column.sort, sort)}>
                <Heading column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={`${String(row.id) === chosenId ? 'sel' : ''} ${isAging ? 'aging' : ''}`.trim() || undefined}
            >
              {columns.map((column, at) => (
                <td key={column.id} className={classOf(column)}>
                  {at === 0 && linkOf ? <RowLink to={linkOf(row)}>{column.cell(row)}</RowLink> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DenseTable>
    </TableScroll>
  );
}

function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="row-link font-medium" preventScrollReset>
      {children}
    </Link>
  );
}

function Heading<T>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<T>;
  readonly sort: SortPayload | undefined;
  readonly onSort: ((field: string) => void) | undefined;
}) {
  const t = useTranslations('console');
  const field = column.sort;
  if (field === undefined || !onSort) return column.header;
  const isHere = sort?.field === field;
  return (
    <button
      type="button"
      className="hit inline-flex items-center gap-1"
      title={t('list.sort')}
      onClick={() => onSort(field)}
    >
      {column.header}
      {isHere && <Icon of={sort.order === 'ASC' ? up : down} size={13} />}
    </button>
  );
}
