import { formatDecimal } from '@plimsoll/i18n';
import { buttonClass, Chips, Empty, ErrorState, Icon, useReading } from '@plimsoll/ui';
import { ChoiceField } from '@plimsoll/ui/console';
import { plus } from '@plimsoll/ui/icons-screens';
import { close } from '@plimsoll/ui/icons-shell';
import { useCanAccess, useListController, type RaRecord, type SortPayload } from 'ra-core';
import { useCallback, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '../problem-words.ts';
import { useRowKeys } from './row-keys.ts';
import { ListSearch } from './list-search.tsx';
import { NotRefreshed } from './not-refreshed.tsx';
import type { Column, ListFilter, Pin, StatusChip } from './list-spec.ts';
import { Pages } from './pages.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { RowsTable } from './rows-table.tsx';

const PER_PAGE = 20;
/** Lists are counted up to it (WIRE 1.5: `total`). */
const TOTAL_MAX = 1_000;
const NEWEST_FIRST: SortPayload = { field: 'id', order: 'DESC' };
const asTyped = (typed: string): string => typed;

export interface ResourceListProps<T extends RaRecord> {
  /** The wire's name: `recharges`. */
  readonly resource: string;
  /** What the rows are: `Deposits`. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** Filters by state; the first is the default. */
  readonly statuses?: readonly StatusChip[];
  /** Label of the search field; without it there is none. */
  readonly search?: string;
  /** The query for a typed text: `W-00418` is 418. */
  readonly readSearch?: (typed: string) => string;
  readonly filters?: readonly ListFilter[];
  /** Filters from links. */
  readonly pins?: readonly Pin[];
  /** The default order, else newest first. */
  readonly sort?: SortPayload;
  /** Polls this often, in ms. */
  readonly pollMs?: number;
  /** Fixed filters: `{ member_id: 7 }`. */
  readonly only?: Readonly<Record<string, unknown>>;
  /** Path of a row's detail; without it rows are no links. */
  readonly path?: string;
  readonly chosenId?: string | undefined;
  /** Label of the link that creates one. */
  readonly creates?: string;
  readonly empty?: string;
  /** Keeps filters and page out of the address. */
  readonly isInside?: boolean;
}

/** The list's filters, and how to change them. */
function useListState<T extends RaRecord>({
  resource,
  statuses = [],
  sort = NEWEST_FIRST,
  pollMs,
  only,
  isInside = false,
}: ResourceListProps<T>) {
  const first = statuses[0]?.value ?? '';
  const list = useListController<T>({
    resource,
    sort,
    perPage: PER_PAGE,
    debounce: 0,
    disableSyncWithLocation: isInside,
    ...(first === '' ? {} : { filterDefaultValues: { status: first } }),
    ...(isInside ? { storeKey: false as const } : {}),
    ...(only ? { filter: only } : {}),
    // The failure is shown in place of the rows, not as a toast.
    queryOptions: { onError: () => undefined, ...(pollMs === undefined ? {} : { refetchInterval: pollMs }) },
  });
  const { filterValues, setFilters } = list;
  const values: FilterValues = filterValues;
  const setFilter = useCallback(
    (name: string, value: string) => {
      const { [name]: _, ...rest } = values;
      // An empty state is a choice where another one is the default.
      setFilters(value === '' && name !== 'status' ? rest : { ...rest, [name]: value }, undefined);
    },
    [values, setFilters],
  );
  return { list, values, setFilter };
}

type FilterValues = Readonly<Record<string, string | undefined>>;
type ListState<T extends RaRecord> = ReturnType<typeof useListState<T>>;
type PartProps<T extends RaRecord> = ResourceListProps<T> & { readonly state: ListState<T> };

/** A list of the operator API; filters, search, order and page are in the address. */
export function ResourceList<T extends RaRecord>(props: ResourceListProps<T>) {
  const t = useTranslations('console');
  const state = useListState(props);
  const { data: rows, isPending, total = 0 } = state.list;
  const keys = useRowKeys();
  return (
    <div className="grid min-w-0 content-start gap-3" ref={keys}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StatusChips {...props} state={state} />
        <Pins {...props} state={state} />
        <ListTools {...props} state={state} />
      </div>
      <ListRows {...props} state={state} />
      <p className="sr" role="status">
        {isPending || !rows ? '' : t('list.found', { count: total })}
      </p>
    </div>
  );
}

function StatusChips<T extends RaRecord>({
  statuses = [],
  sort = NEWEST_FIRST,
  state: { list, values, setFilter },
}: PartProps<T>) {
  const t = useTranslations('console');
  const { total = 0, isPending, isPlaceholderData } = list;
  const status = values['status'] ?? '';
  if (statuses.length === 0) return null;
  return (
    <Chips
      label={t('list.status')}
      options={statuses.map((chip) => ({
        value: chip.value,
        label: (
          <StatusLabel
            chip={chip}
            total={chip.value === status && !isPlaceholderData && !isPending ? total : undefined}
          />
        ),
      }))}
      value={status}
      onChange={(value) => {
        setFilter('status', value);
        const order = statuses.find((chip) => chip.value === value)?.sort ?? sort;
        if (order.field !== list.sort.field || order.order !== list.sort.order) list.setSort(order);
      }}
    />
  );
}

/** Filters from links, each with its removal. */
function Pins<T extends RaRecord>({ pins = [], state: { values, setFilter } }: PartProps<T>) {
  const t = useTranslations('console');
  return pins.map(
    ({ name, label }) =>
      values[name] !== undefined && (
        <button
          key={name}
          type="button"
          className="hit inline-flex min-h-9 items-center gap-1.5 rounded-full bg-water-tint px-3.5 font-medium text-water"
          title={t('list.unpin')}
          onClick={() => setFilter(name, '')}
        >
          {label(values[name])}
          <Icon of={close} size={16} />
          <span className="sr">{t('list.unpin')}</span>
        </button>
      ),
  );
}

function ListTools<T extends RaRecord>({
  resource,
  search,
  readSearch = asTyped,
  filters = [],
  path,
  creates,
  state: { values, setFilter },
}: PartProps<T>) {
  const t = useTranslations('console');
  const { canAccess: mayCreate } = useCanAccess({ resource, action: 'create' });
  return (
    <div className="flex flex-wrap items-end gap-3">
      {filters.map(({ name, label, options }) => (
        <div key={name} className="min-w-40">
          <ChoiceField
            label={label}
            options={options}
            empty={t('list.all')}
            value={values[name] ?? ''}
            onChange={(event) => setFilter(name, event.target.value)}
          />
        </div>
      ))}
      {search !== undefined && (
        <ListSearch
          words={search}
          value={values['q'] ?? ''}
          read={readSearch}
          onChange={(value) => setFilter('q', value)}
        />
      )}
      {creates !== undefined && mayCreate && (
        <Link to={`/${path}/create`} className={buttonClass('primary', 'small')}>
          <Icon of={plus} size={18} />
          {creates}
        </Link>
      )}
    </div>
  );
}

/** The rows, or why there are none. */
function ListRows<T extends RaRecord>({ label, columns, path, chosenId, empty, state: { list } }: PartProps<T>) {
  const t = useTranslations('console');
  const words = useProblemWords();
  const { search: address } = useLocation();
  const linkOf = useCallback((row: T) => `/${path}/${row.id}${address}`, [path, address]);
  const { data, total = 0, error, isPending, isPlaceholderData, refetch } = list;
  if (isPending)
    return (
      <div className="pt-2">
        <RowsSkeleton label={t('loading')} />
      </div>
    );
  if (!data) return <ErrorState title={t('list.failed')} text={words(error)} onRetry={() => void refetch()} />;
  const notice = <NotRefreshed error={error} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <>
        {notice}
        <Empty title={empty ?? t('list.empty')} />
      </>
    );
  return (
    <>
      {notice}
      <RowsTable
        label={label}
        columns={chosenId === undefined ? columns : columns.filter(({ spare }) => spare !== true)}
        rows={data}
        linkOf={path === undefined ? undefined : linkOf}
        chosenId={chosenId}
        sort={list.sort}
        onSort={(field) =>
          list.setSort({ field, order: list.sort.field === field && list.sort.order === 'DESC' ? 'ASC' : 'DESC' })
        }
        isAging={isPlaceholderData ?? false}
        inset
      />
      <Pages
        page={list.page}
        perPage={list.perPage}
        total={total}
        isCapped={total >= TOTAL_MAX}
        onPage={list.setPage}
      />
    </>
  );
}

function StatusLabel({ chip, total }: { readonly chip: StatusChip; readonly total: number | undefined }): ReactNode {
  const { language } = useReading();
  return (
    <>
      {chip.label}
      {chip.isCounted && total !== undefined && <span className="n">{formatDecimal(String(total), { language })}</span>}
    </>
  );
}
