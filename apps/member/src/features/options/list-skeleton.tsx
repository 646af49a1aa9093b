import { SkeletonBlock } from '@plimsoll/ui';

/** Rows of options that are loading. */
export const ListSkeleton = () => (
  <div className="rows">
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className="grid gap-3 px-4 py-3.5">
        <SkeletonBlock height={22} width={180 + ((row * 31) % 60)} />
        <SkeletonBlock height={34} />
        <SkeletonBlock height={16} width={130} />
      </div>
    ))}
  </div>
);

/** The form while it loads. */
export const FormSkeleton = () => (
  <div className="grid gap-4">
    <SkeletonBlock height={18} />
    <SkeletonBlock height={100} />
    <SkeletonBlock height={112} />
    <SkeletonBlock height={58} />
  </div>
);
