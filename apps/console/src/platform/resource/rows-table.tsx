/* oxlint-disable jsx-a11y/control-has-associated-label -- what stands in a cell the rule cannot see */
import { Icon } from '@plimsoll/ui';
import { DenseTable, TableScroll } from '@plimsoll/ui/console';
import { down, up } from '@plimsoll/ui/icons-screens';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import type { RaRecord, SortPayload } from 'ra-core';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Column } from './list-spec.ts';

/** The server sorts, filters and pages. */
const features = tableFeatures({});

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

/** A dense table; a row with a link is one over its whole width. */
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
  // Without renderers of their own: the library takes one for a component, and a new one, of a new link, would replace
  // the row's elements with each answer of a poll; a tap on the old ones is lost, and the focus.
  const defs = useMemo(
    () => columns.map(({ id }) => createColumnHelper<typeof features, T>().display({ id })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: defs, data, getRowId: (row) => String(row.id) });
  const columnOf = (id: string) => columns.find((each) => each.id === id);
  return (
    <TableScroll label={label}>
      <DenseTable inset={inset} compact={isCompact}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id, column: { id: name } }) => {
                const column = columnOf(name);
                return (
                  column && (
                    <th key={id} scope="col" className={classOf(column)} aria-sort={directionOf(column.sort, sort)}>
                      <Heading column={column} sort={sort} onSort={onSort} />
                    </th>
                  )
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={`${row.id === chosenId ? 'sel' : ''} ${isAging ? 'aging' : ''}`.trim() || undefined}
            >
              {row.getAllCells().map(({ id, column: { id: name } }, at) => {
                const column = columnOf(name);
                const content = column?.cell(row.original);
                return (
                  <td key={id} className={classOf(column ?? {})}>
                    {at === 0 && linkOf ? <RowLink to={linkOf(row.original)}>{content}</RowLink> : content}
                  </td>
                );
              })}
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
