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

/** The server sorts, filters and pages: of the library only the model of columns and rows is used. */
const features = tableFeatures({});

interface RowsTableProps<T> {
  /** What the rows are, for readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** Where a row leads; without it rows lead nowhere. */
  readonly linkOf?: ((row: T) => string) | undefined;
  /** The row whose detail is shown. */
  readonly chosenId?: string | undefined;
  readonly sort?: SortPayload | undefined;
  readonly onSort?: ((field: string) => void) | undefined;
  /** Old rows that stand while new ones come. */
  readonly isAging?: boolean;
  readonly inset?: boolean;
  /** Smaller, where there is little room. */
  readonly isCompact?: boolean;
}

/** Rows under their headings, dense; a row that leads somewhere is a link over its whole width. */
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
  const helper = createColumnHelper<typeof features, T>();
  const defs = useMemo(
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
    // oxlint-disable-next-line react/exhaustive-deps -- the helper is made anew each time and never differs
    [columns, sort, onSort, linkOf],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: defs, data, getRowId: (row) => String(row.id) });
  const classOf = (id: string) => {
    const column = columns.find((each) => each.id === id);
    return (
      [column?.end ? 'r' : '', column?.wraps ? 'wrap' : '', column?.isLess ? 'less' : ''].filter(Boolean).join(' ') ||
      undefined
    );
  };
  const directionOf = (id: string) => {
    const field = columns.find((each) => each.id === id)?.sort;
    if (field === undefined) return undefined;
    return sort?.field === field ? (sort.order === 'ASC' ? 'ascending' : 'descending') : 'none';
  };
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
                  className={classOf(header.column.id)}
                  aria-sort={directionOf(header.column.id)}
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
                <td key={cell.id} className={classOf(cell.column.id)}>
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
