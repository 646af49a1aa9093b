import { useTranslations } from 'use-intl';
import { ImageSlotField } from '../../platform/image-slot-field.tsx';
import type { ImageSlotState } from '../../platform/use-image-slot.ts';
import { IMAGES, type ApplicationForm, type ImageName } from './application-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: ApplicationForm['wrongImages'];
}

/** The three images beside one another, each with what is wrong with it; below one another in large type. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('loans.images');
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.4rem),1fr))] items-start gap-2.5">
      {IMAGES.map((name) => {
        const error = wrong[name];
        return (
          <ImageSlotField
            key={name}
            state={slots[name]}
            label={t(name)}
            shape="square"
            error={error && (error === 'missing' ? t(`missing.${name}`) : t(error))}
            why={(failure) => t(failure)}
          />
        );
      })}
    </div>
  );
}
