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

/** The columns for the table library; the first one links to the row. */
function useTableColumns<T extends RaRecord>({
  columns,
  sort,
  onSort,
  linkOf,
}: Pick<RowsTableProps<T>, 'columns' | 'sort' | 'onSort' | 'linkOf'>) {
  const helper = createColumnHelper<typeof features, T>();
  return useMemo(
    () =>
      columns.map((column, at) =>
        helper.display({
          id: column.id,
          header: () => <Heading column={column} sort={sort} onSort={onSort} />,
          cell: ({ row }) => {
            const content = column.cell(row.original);
            return at === 0 && linkOf ? <RowLink to={linkOf(row.original)}>{content}</RowLink> : content;
          },
        }),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- each helper is the same
    [columns, sort, onSort, linkOf],
  );
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
  const defs = useTableColumns({ columns, sort, onSort, linkOf });
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: defs, data, getRowId: (row) => String(row.id) });
  const columnOf = (id: string) => columns.find((each) => each.id === id);
  return (
    <TableScroll label={label}>
      <DenseTable inset={inset} compact={isCompact}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={classOf(columnOf(header.column.id) ?? {})}
                  aria-sort={directionOf(columnOf(header.column.id)?.sort, sort)}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={`${row.id === chosenId ? 'sel' : ''} ${isAging ? 'aging' : ''}`.trim() || undefined}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={classOf(columnOf(cell.column.id) ?? {})}>
                  <table.FlexRender cell={cell} />
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
