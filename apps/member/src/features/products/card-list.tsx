import { SkeletonBlock } from '@plimsoll/ui';
import type { ReactNode } from 'react';

const SHOWN = 3;

/** Cards that are loading. `height` in points. */
export const CardSkeleton = ({ height }: { readonly height: number }) => (
  <div className="grid gap-3 px-4">
    {Array.from({ length: SHOWN }, (_, row) => (
      <SkeletonBlock key={row} height={height} />
    ))}
  </div>
);

/** An endless list of cards. */
export const CardList = ({ children }: { readonly children: ReactNode }) => (
  <div className="[&_.rows]:grid [&_.rows]:gap-3 [&_.rows]:px-4 [&_.rows>li]:border-0">{children}</div>
);
