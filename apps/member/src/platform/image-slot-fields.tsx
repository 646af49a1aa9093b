import { ImageSlotField, type ImageSlotFieldProps } from './image-slot-field.tsx';
import type { ImageSlotState } from './use-image-slot.ts';

const GRIDS = {
  square: 'grid-cols-[repeat(auto-fit,minmax(min(100%,6.4rem),1fr))] gap-2.5',
  card: 'grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3',
} as const;

interface ImageSlotFieldsProps<Name extends string> extends Pick<ImageSlotFieldProps, 'shape' | 'why'> {
  readonly names: readonly Name[];
  readonly slots: Readonly<Record<Name, ImageSlotState>>;
  readonly labelOf: (name: Name) => string;
  readonly errorOf: (name: Name) => string | undefined;
}

/** Images beside one another, each with its error; below one another in large type. */
export function ImageSlotFields<Name extends string>({
  names,
  slots,
  shape,
  labelOf,
  errorOf,
  why,
}: ImageSlotFieldsProps<Name>) {
  return (
    <div className={`grid items-start ${GRIDS[shape]}`}>
      {names.map((name) => (
        <ImageSlotField
          key={name}
          state={slots[name]}
          label={labelOf(name)}
          shape={shape}
          error={errorOf(name)}
          why={why}
        />
      ))}
    </div>
  );
}
