import { ImageField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { ImageFailure, ImageSlotState } from '../../platform/use-image-slot.ts';
import { IMAGES, type ApplicationForm, type ImageName } from './application-form.ts';

interface ImageFieldsProps {
  readonly slots: Readonly<Record<ImageName, ImageSlotState>>;
  readonly wrong: ApplicationForm['wrongImages'];
}

/** The three images beside one another, each with what is wrong with it; below one another in large type. */
export function ImageFields({ slots, wrong }: ImageFieldsProps) {
  const t = useTranslations('loans.images');
  const why = (failure: ImageFailure) => (failure.why === 'refused' ? failure.words : t(failure.why));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.4rem),1fr))] items-start gap-2.5">
      {IMAGES.map((name) => {
        const { slot, failure, choose, remove, retry } = slots[name];
        const error = wrong[name];
        return (
          <ImageField
            key={name}
            label={t(name)}
            slot={slot}
            shape="square"
            error={failure ? why(failure) : error && (error === 'missing' ? t(`missing.${name}`) : t(error))}
            onChoose={choose}
            onRemove={remove}
            onRetry={retry}
          />
        );
      })}
    </div>
  );
}
