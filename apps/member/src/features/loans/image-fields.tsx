import { useTranslations } from 'use-intl';
import { ImageSlotFields } from '../../platform/image-slot-fields.tsx';
import type { ImageSlotState } from '../../platform/use-image-slot.ts';
import { useFigures } from '../../platform/use-figures.ts';
import { IMAGES, type ApplicationForm, type ImageName } from './application-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: ApplicationForm['wrongImages'];
}

/** The three images, each with its error. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('loans.images');
  const figures = useFigures();
  return (
    <ImageSlotFields
      names={IMAGES}
      slots={slots}
      shape="square"
      labelOf={t}
      errorOf={(name) => {
        const error = wrong[name];
        return error && t(error === 'missing' ? `missing.${name}` : error);
      }}
      why={(failure) => t(failure, figures)}
    />
  );
}
