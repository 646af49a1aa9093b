import { ImageField } from '@plimsoll/ui';
import type { ImageFailure, ImageSlotState } from './use-image-slot.ts';

export interface ImageSlotFieldProps {
  readonly state: ImageSlotState;
  readonly label: string;
  readonly shape: 'card' | 'square';
  readonly error: string | undefined;
  readonly why: (failure: Exclude<ImageFailure['why'], 'refused'>) => string;
}

/** An image of a form: chosen, sent, tried again, removed. */
export function ImageSlotField({
  state: { slot, failure, choose, remove, retry },
  label,
  shape,
  error,
  why,
}: ImageSlotFieldProps) {
  const failed = failure && (failure.why === 'refused' ? failure.words : why(failure.why));
  return (
    <ImageField
      label={label}
      slot={slot}
      shape={shape}
      error={failed ?? error}
      onChoose={choose}
      onRemove={remove}
      onRetry={retry}
    />
  );
}
