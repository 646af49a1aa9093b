import type { IdentityApplication } from '@plimsoll/contract';
import type { ImageSlot } from '@plimsoll/ui';
import type { SentImage } from '../../platform/use-image-slot.ts';

/** The two images, by the names of the call's fields. */
export const IMAGES = ['front_card', 'back_card'] as const;
export type ImageName = (typeof IMAGES)[number];

type ImageError = 'missing' | 'underWay' | 'failed';

export interface FormErrors {
  readonly name: boolean;
  readonly images: Readonly<Partial<Record<ImageName, ImageError>>>;
}
export const NO_ERRORS: FormErrors = { name: false, images: {} };

export interface IdentityForm {
  readonly name: string;
  readonly images: Readonly<Partial<Record<ImageName, SentImage>>>;
  readonly wrong: FormErrors;
}

/** Maximum length of a name (docs/wire/conventions.md). */
export const NAME_MAX = 255;

/** A new form; after a refusal with the name that was sent. */
export const formAfter = (application: IdentityApplication | null): IdentityForm => ({
  name: application?.real_name ?? '',
  images: {},
  wrong: NO_ERRORS,
});

/** The form with another name. */
export const named = (form: IdentityForm, name: string): IdentityForm => ({
  ...form,
  name,
  wrong: { ...form.wrong, name: false },
});

/** The form with another image in a slot, or none. */
export function pictured(form: IdentityForm, name: ImageName, image: SentImage | undefined): IdentityForm {
  const { [name]: _before, ...images } = form.images;
  const { [name]: _error, ...wrong } = form.wrong.images;
  return { ...form, images: image ? { ...images, [name]: image } : images, wrong: { ...form.wrong, images: wrong } };
}

/** What prevents sending (PRODUCT 26); the server checks again. */
export function errorsIn(
  form: IdentityForm,
  slots: Readonly<Record<ImageName, ImageSlot['state']>>,
): FormErrors | undefined {
  const images = Object.fromEntries(
    IMAGES.flatMap((name): [ImageName, ImageError][] => {
      if (form.images[name]) return [];
      return [[name, slots[name] === 'uploading' ? 'underWay' : slots[name] === 'failed' ? 'failed' : 'missing']];
    }),
  );
  const name = form.name.trim() === '';
  return name || Object.keys(images).length > 0 ? { name, images } : undefined;
}

/** The call's fields. Only for a form without {@link errorsIn}. */
export const fieldsOf = ({ name, images }: IdentityForm) => ({
  real_name: name.trim(),
  ...Object.fromEntries(IMAGES.map((each) => [each, images[each]?.url])),
});
