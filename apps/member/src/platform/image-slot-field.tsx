import { ImageField } from '@plimsoll/ui';
import type { ImageFailure, ImageSlotState } from './use-image-slot.ts';

export interface ImageSlotFieldProps {
  readonly state: ImageSlotState;
  readonly label: string;
  readonly shape: 'card' | 'square';
  /** What the form finds wrong with it. */
  readonly error: string | undefined;
  /** Why an image could not be sent, in words; what the server refused it with is said as it came. */
  readonly why: (failure: Exclude<ImageFailure['why'], 'refused'>) => string;
}

/** An image as a form asks for it: chosen, sent, tried again, taken away. */
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
