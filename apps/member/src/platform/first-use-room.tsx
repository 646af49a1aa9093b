import type { ReactNode } from 'react';
import { recall } from './storage.ts';

/** As high as the first steps on a phone at their highest, in pixels: they keep it at each step. */
export const FIRST_USE_HEIGHT = 284;

interface FirstUseRoomProps {
  /** What stands there once they are over. */
  readonly over: ReactNode;
  readonly children?: ReactNode;
}

/** A card in the place of the first steps until it is known whether they are shown; `over` where they were over for somebody. */
export const FirstUseRoom = ({ over, children }: FirstUseRoomProps) =>
  recall('firstSteps')?.includes('over') ? (
    over
  ) : (
    <div className="mt-4 rounded-lg bg-surface p-4" style={{ height: FIRST_USE_HEIGHT }}>
      {children}
    </div>
  );
