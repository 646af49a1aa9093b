import type { CSSProperties, ReactNode } from 'react';
import { Mark } from '../logo.tsx';

const widthOf = (percent: number): CSSProperties => ({ width: `${percent}%` });

interface QueueTileProps {
  readonly name: string;
  readonly aside?: ReactNode;
  readonly figure: ReactNode;
  readonly note?: ReactNode;
}

/** How much waits in a queue: one leading figure. */
export function QueueTile({ name, aside, figure, note }: QueueTileProps) {
  return (
    <span className="grid h-full content-between gap-1.5 rounded-lg bg-surface px-4.5 py-4">
      <span className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{name}</span>
        <span className="text-12 text-ink-3">{aside}</span>
      </span>
      <span className="text-36 font-semibold tracking-(--tracking-figure)">{figure}</span>
      <span className="min-h-4 text-12 text-ink-2">{note}</span>
    </span>
  );
}

/** What is used of a limit. `percent` from 0; at 90 it warns. */
export function LoadToTheLine({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <div role="img" aria-label={label} className="relative flex h-7.5 items-center pe-2">
      <span className="block h-2 w-full overflow-hidden rounded-full bg-raised">
        <span
          className={`block h-full ${percent >= 90 ? 'bg-warn' : 'bg-water-fill'}`}
          style={widthOf(Math.min(100, percent))}
        />
      </span>
      <span className="absolute -end-1 rounded-full bg-surface">
        <Mark size={24} />
      </span>
    </div>
  );
}

interface BothWaysProps {
  readonly name: ReactNode;
  readonly down: ReactNode;
  readonly up: ReactNode;
  /** Shares of the widest, 0 to 100. */
  readonly downPercent: number;
  readonly upPercent: number;
}

/** What was staked on down and on up, on both sides of a name. */
export function BothWays({ name, down, up, downPercent, upPercent }: BothWaysProps) {
  return (
    <div className="grid min-h-8.5 grid-cols-[minmax(3rem,auto)_1fr_6rem_1fr_minmax(3rem,auto)] items-center gap-2 text-13">
      <span>{down}</span>
      <span className="flex justify-end">
        <span className="block h-2 rounded-[2px] bg-dn-fill" style={widthOf(downPercent)} />
      </span>
      <span className="text-center font-medium">{name}</span>
      <span>
        <span className="block h-2 rounded-[2px] bg-up-fill" style={widthOf(upPercent)} />
      </span>
      <span className="text-end">{up}</span>
    </div>
  );
}
