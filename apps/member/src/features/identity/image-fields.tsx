import { useTranslations } from 'use-intl';
import { ImageSlotFields } from '../../platform/image-slot-fields.tsx';
import { useFigures } from '../../platform/use-figures.ts';
import type { ImageSlotState } from '../../platform/use-image-slot.ts';
import { IMAGES, type FormErrors, type ImageName } from './identity-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: FormErrors['images'];
}

/** Both sides of the card, each with its error. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('identity');
  const figures = useFigures();
  return (
    <ImageSlotFields
      names={IMAGES}
      slots={slots}
      shape="card"
      labelOf={(name) => t(`images.${name}`)}
      errorOf={(name) => {
        const error = wrong[name];
        return error && t(`errors.${error === 'missing' ? name : error}`);
      }}
      why={(failure) => t(`errors.${failure}`, figures)}
    />
  );
}
