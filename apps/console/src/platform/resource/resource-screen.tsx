import type { RaRecord } from 'ra-core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { ResourceList, type ResourceListProps } from './resource-list.tsx';

interface ResourceScreenProps<T extends RaRecord> extends ResourceListProps<T> {
  readonly path: string;
  /** The chosen row's detail; `id` is `create` for a new one. */
  readonly detail?: (id: string) => ReactNode;
  /** Widens the detail. */
  readonly isRoomy?: boolean | 'half';
  /** Below the list. */
  readonly under?: ((id: string) => ReactNode) | undefined;
}

const COLUMNS = {
  plain: 'beside:grid-cols-[minmax(0,1fr)_36rem]',
  half: 'beside:grid-cols-[minmax(0,1fr)_minmax(38.75rem,50%)]',
  roomy: 'beside:grid-cols-[minmax(0,1fr)_minmax(0,60%)]',
} as const;

/** A list with the chosen row's detail beside or below it. The address names the row. */
export function ResourceScreen<T extends RaRecord>({
  detail,
  under,
  isRoomy = false,
  ...list
}: ResourceScreenProps<T>) {
  const { id } = useParams();
  const beside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below the list the detail is scrolled to.
    const detail = beside.current;
    const isBelow =
      detail && detail.getBoundingClientRect().top > (detail.parentElement?.getBoundingClientRect().top ?? 0);
    if (id !== undefined && isBelow) detail.scrollIntoView({ block: 'start' });
  }, [id]);
  const chosen = detail && id;
  // The list has one place with and without a detail: it keeps its focus, its scroll position and what is typed.
  return (
    <div
      className={
        chosen === undefined
          ? undefined
          : `grid flex-1 content-start beside:content-stretch beside:grid-rows-[auto_1fr] ${COLUMNS[isRoomy === 'half' ? 'half' : isRoomy ? 'roomy' : 'plain']}`
      }
    >
      <div className="min-w-0 p-4 wide:px-7 wide:py-5">
        <ResourceList {...list} chosenId={chosen} />
      </div>
      {chosen !== undefined && (
        <div
          ref={beside}
          key={chosen}
          className="@container min-w-0 border-t p-4 beside:row-span-2 beside:border-t-0 beside:border-s wide:px-7 wide:py-5"
        >
          {detail?.(chosen)}
        </div>
      )}
      {chosen !== undefined && under && (
        <div className="min-w-0 p-4 pt-0 wide:px-7 wide:pb-5 beside:col-start-1">{under(chosen)}</div>
      )}
    </div>
  );
}
