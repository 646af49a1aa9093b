import type { PortfolioPoint } from '@plimsoll/contract/portfolio';
import { areaPath, linePath, movedAt, type Curve } from './curve.ts';

const percent = (of1000: number): string => `${of1000 / 10}%`;

/** The lines of a curve, stretched to its box. */
export function Lines({ curve, hasGrid = false }: { readonly curve: Curve; readonly hasGrid?: boolean }) {
  return (
    <svg
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 block size-full overflow-visible"
    >
      {hasGrid &&
        curve.grid.map(({ y, value }) => (
          <path key={value} d={`M0 ${y}H1000`} stroke="var(--chart-grid)" vectorEffect="non-scaling-stroke" />
        ))}
      <path d={areaPath(curve)} fill="var(--chart-area)" />
      <path
        d={linePath(curve)}
        fill="none"
        stroke="var(--chart-line)"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface MarksProps {
  readonly curve: Curve;
  readonly points: readonly PortfolioPoint[];
  readonly at: number;
  readonly isChosen: boolean;
}

/** The base line, money in and out on the axis, and the point that is read. */
export function Marks({ curve, points, at, isChosen }: MarksProps) {
  const left = percent(curve.xs[at] ?? 0);
  return (
    <>
      <div className="absolute inset-x-0 h-0 border-t-[1.5px] border-paint" style={{ top: percent(curve.baseY) }} />
      {movedAt(points).map((index) => (
        <i
          key={points[index]?.time}
          className="absolute top-full -ms-1 -mt-1 size-1.75 rounded-[2px] bg-ink-2 outline-2 outline-bg"
          style={{ left: `clamp(4px, ${percent(curve.xs[index] ?? 0)}, 100% - 3px)` }}
        />
      ))}
      {isChosen && <div className="absolute inset-y-0 w-0 border-s border-dashed border-ink-2" style={{ left }} />}
      <i
        className={`absolute -ms-1 -mt-1 size-2.25 rounded-full outline-2 outline-bg ${isChosen ? 'bg-paint' : 'bg-(--chart-line)'}`}
        style={{ left, top: percent(curve.ys[at] ?? 0) }}
      />
    </>
  );
}
