import { hasRoom, type ScaleTag, type TickDrawing } from './tick-drawing.ts';
import { useWriting } from './words.ts';
import { share } from './tick-plot.tsx';

interface TickScaleProps {
  readonly tags: readonly ScaleTag[];
  readonly grid: TickDrawing['grid'];
  readonly gap: number;
  readonly written: (value: string) => string;
}

/** The prices beside the drawing: tags of the lines and the newest mark, and the grid. */
export function TickScale({ tags, grid, gap, written }: TickScaleProps) {
  const { short } = useWriting();
  return (
    <>
      {/* As wide as its widest word. */}
      <div className="invisible h-0 overflow-hidden px-2 font-semibold">
        {tags.map((tag, index) => (
          <p key={index} className="n">
            {written(tag.price)}
          </p>
        ))}
      </div>
      {grid
        .filter(({ y }) => hasRoom(y, tags, gap))
        .map(({ y, price: on }) => (
          <span key={on} className="n absolute end-1.5 -translate-y-1/2" style={{ top: share(y) }}>
            {short(on)}
          </span>
        ))}
      {tags.map((tag, index) => (
        <Tag key={index} tag={tag}>
          {written(tag.price)}
        </Tag>
      ))}
    </>
  );
}

const Tag = ({ tag, children }: { readonly tag: ScaleTag; readonly children: string }) => (
  <span
    className={`n absolute end-0.5 -translate-y-1/2 rounded-xs px-1.5 py-0.5 font-semibold ${tag.kind === 'line' ? 'bg-paint text-on-paint!' : 'bg-(--chart-tag) text-on-fill!'}`}
    style={{ top: share(tag.y) }}
  >
    {children}
  </span>
);
