import { MarkScale } from '@plimsoll/ui';

interface StatsScaleProps {
  /** Percent. */
  readonly own: number;
  readonly breakEven: number;
  readonly label: string;
}

/** The break-even rate on its scale, and the member's own rate as a line across it. */
export const StatsScale = ({ own, breakEven, label }: StatsScaleProps) => (
  <div className="relative">
    <MarkScale percent={breakEven} label={label} />
    <span
      aria-hidden="true"
      className="absolute inset-y-0 w-0.75 rounded-full bg-ink"
      style={{ insetInlineStart: `calc(${own}% - 1.5px)` }}
    />
  </div>
);
