import { useTranslations } from 'use-intl';
import { ImageSlotField } from '../../platform/image-slot-field.tsx';
import type { ImageSlotState } from '../../platform/use-image-slot.ts';
import { IMAGES, type FormErrors, type ImageName } from './identity-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: FormErrors['images'];
}

/** Both sides of the card beside each other, each with what is wrong with it; below one another in large type. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('identity');
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-3">
      {IMAGES.map((name) => {
        const error = wrong[name];
        return (
          <ImageSlotField
            key={name}
            state={slots[name]}
            label={t(`images.${name}`)}
            shape="card"
            error={error && t(`errors.${error === 'missing' ? name : error}`)}
            why={(failure) => t(`errors.${failure}`)}
          />
        );
      })}
    </div>
  );
}
