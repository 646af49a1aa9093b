import { ImageField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { ImageFailure, ImageSlotState } from '../../platform/use-image-slot.ts';
import { IMAGES, type FormErrors, type ImageName } from './identity-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: FormErrors['images'];
}

/** Both sides of the card beside each other, each with what is wrong with it; below one another in large type. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('identity');
  const why = (failure: ImageFailure) => (failure.why === 'refused' ? failure.words : t(`errors.${failure.why}`));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-3">
      {IMAGES.map((name) => {
        const { slot, failure, choose, remove, retry } = slots[name];
        const error = wrong[name];
        return (
          <ImageField
            key={name}
            label={t(`images.${name}`)}
            slot={slot}
            shape="card"
            error={failure ? why(failure) : error && t(`errors.${error === 'missing' ? name : error}`)}
            onChoose={choose}
            onRemove={remove}
            onRetry={retry}
          />
        );
      })}
    </div>
  );
}
