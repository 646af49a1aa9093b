import { Mark } from './logo.tsx';

/** A share, 0 to 100 percent, marked on a draught scale. `label` is its text. */
export function MarkScale({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <div role="img" aria-label={label} className="mark-scale" style={{ '--at': `${percent}%` }}>
      <Mark size={24} />
    </div>
  );
}

/** How far a limit is used, 0 to 100 percent. `label` is its text. */
export function LimitLine({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <div role="img" aria-label={label} className="my-1 flex h-1.5 overflow-hidden rounded-full bg-(--quiet)">
      <span className={percent >= 100 ? 'bg-danger' : 'bg-warn'} style={{ width: `${percent}%` }} />
    </div>
  );
}

/** An amount's share of a maximum, 0 to 100 percent, in the ink of errors over it. `label` is its text. */
export function LoadLine({
  percent,
  isOver,
  label,
}: {
  readonly percent: number;
  readonly isOver: boolean;
  readonly label: string;
}) {
  return (
    <div role="img" aria-label={label} className="loadline" style={{ '--at': `${percent}%` }}>
      <div className="h-1.5 overflow-hidden rounded-full bg-raised">
        <span className={`block h-full ${isOver ? 'bg-danger' : 'bg-water-fill'}`} style={{ width: `${percent}%` }} />
      </div>
      <Mark size={20} />
    </div>
  );
}
