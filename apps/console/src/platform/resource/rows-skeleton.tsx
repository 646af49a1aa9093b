import { Loading, SkeletonBlock } from '@plimsoll/ui';

/** The skeleton of a list. */
export function RowsSkeleton({ label }: { readonly label: string }) {
  return (
    <Loading label={label}>
      <div className="grid gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <SkeletonBlock key={at} height={32} />
        ))}
      </div>
    </Loading>
  );
}
