import type { LoanProject } from '@plimsoll/contract';
import {
  amount,
  floorTo,
  format,
  minus,
  parseAmount,
  placesUsed,
  plus,
  rate,
  unitOf,
  ZERO,
  type Amount,
} from '@plimsoll/money';
import { loanInterest } from '@plimsoll/rules';
import type { ImageSlot } from '@plimsoll/ui';
import type { SentImage } from '../../platform/use-image-slot.ts';

/** The three images, by the names of the call's fields. */
export const IMAGES = ['front_card', 'later_card', 'handheld_card'] as const;
export type ImageName = (typeof IMAGES)[number];

export type AmountError = 'enter' | 'notWhole' | 'outside';
export type ImageError = 'missing' | 'underWay' | 'failed';

export interface ApplicationForm {
  readonly amount: string;
  readonly images: Readonly<Partial<Record<ImageName, SentImage>>>;
  readonly wrong: AmountError | undefined;
  readonly wrongImages: Readonly<Partial<Record<ImageName, ImageError>>>;
}

export type ApplicationAction =
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'step'; readonly way: 1 | -1 }
  | { readonly kind: 'image'; readonly name: ImageName; readonly image: SentImage | undefined }
  | { readonly kind: 'wrong'; readonly errors: FormErrors };

export interface FormErrors {
  readonly amount: AmountError | undefined;
  readonly images: ApplicationForm['wrongImages'];
}

/** The offer's minimum and maximum, in whole USDT. */
export function boundsOf({ minprice, maxprice }: LoanProject): { readonly min: Amount; readonly max: Amount } {
  const one = unitOf(0);
  const [min, max] = [amount(minprice), amount(maxprice)];
  const below = floorTo(min, one);
  return { min: below === min ? min : plus(below, one), max: floorTo(max, one) };
}

/** A whole amount as it is sent and shown in the field. */
export const whole = (value: Amount): string => format(value).split('.')[0] ?? '';

/** A new form with the minimum. */
export const formAt = (project: LoanProject): ApplicationForm => ({
  amount: whole(boundsOf(project).min),
  images: {},
  wrong: undefined,
  wrongImages: {},
});

/** One step: the first figure of the minimum, such as 100 of 500. */
const stepOf = (project: LoanProject): Amount =>
  amount(`1${'0'.repeat(Math.max(0, whole(boundsOf(project).min).length - 1))}`);

function wrongAmount(text: string, project: LoanProject): AmountError | undefined {
  const value = parseAmount(text) ?? ZERO;
  if (placesUsed(value) > 0) return 'notWhole';
  const { min, max } = boundsOf(project);
  return value < min || value > max ? 'outside' : undefined;
}

function stepped(text: string, way: 1 | -1, project: LoanProject): string {
  const { min, max } = boundsOf(project);
  const [now, step] = [parseAmount(text) ?? ZERO, stepOf(project)];
  const next = way === 1 ? plus(now, step) : now > step ? minus(now, step) : ZERO;
  return whole(next < min ? min : next > max ? max : next);
}

/** The form after an action. */
export function changed(form: ApplicationForm, action: ApplicationAction, project: LoanProject): ApplicationForm {
  switch (action.kind) {
    // While typing, an amount may be below the minimum.
    case 'enter':
      return {
        ...form,
        amount: action.text,
        wrong: form.wrong && action.text !== '' ? wrongAmount(action.text, project) : undefined,
      };
    case 'step':
      return { ...form, amount: stepped(form.amount, action.way, project), wrong: undefined };
    case 'image': {
      const { [action.name]: _gone, ...wrongImages } = form.wrongImages;
      const { [action.name]: _before, ...images } = form.images;
      return { ...form, wrongImages, images: action.image ? { ...images, [action.name]: action.image } : images };
    }
    case 'wrong':
      return { ...form, wrong: action.errors.amount, wrongImages: action.errors.images };
  }
}

/** What prevents sending; the server checks again. */
export function errorsIn(
  form: ApplicationForm,
  project: LoanProject,
  slots: Readonly<Record<ImageName, ImageSlot['state']>>,
): FormErrors | undefined {
  const images = Object.fromEntries(
    IMAGES.flatMap((name): [ImageName, ImageError][] => {
      if (form.images[name]) return [];
      return [[name, slots[name] === 'uploading' ? 'underWay' : slots[name] === 'failed' ? 'failed' : 'missing']];
    }),
  );
  const wrong = form.amount === '' ? 'enter' : wrongAmount(form.amount, project);
  return wrong === undefined && Object.keys(images).length === 0 ? undefined : { amount: wrong, images };
}

/** What the loan comes to; undefined while the amount cannot be lent. */
export function computeDebt(
  text: string,
  project: LoanProject,
): { readonly gross: Amount; readonly interest: Amount; readonly total: Amount } | undefined {
  if (text === '' || wrongAmount(text, project) !== undefined) return undefined;
  const gross = amount(text);
  const cost = interestOf(gross, project);
  return { gross, interest: cost, total: plus(gross, cost) };
}

/** The interest on an amount. */
export const interestOf = (gross: Amount, { interest_rate, cycle, decimals }: LoanProject): Amount =>
  loanInterest({ amount: gross, rate: rate(interest_rate), decimals }, cycle);

/** The amount's share of the maximum, 0 to 100. */
export function percentOf(text: string, project: LoanProject): { readonly percent: number; readonly isOver: boolean } {
  const [value, { max }] = [parseAmount(text) ?? ZERO, boundsOf(project)];
  return {
    percent: max === ZERO ? 0 : Math.min(100, Number(((value as bigint) * 100n) / (max as bigint))),
    isOver: value > max,
  };
}

/** The call's fields. Only for a form without {@link errorsIn}. */
export const fieldsOf = (form: ApplicationForm, { id }: LoanProject) => ({
  id,
  amount: form.amount,
  ...Object.fromEntries(IMAGES.map((name) => [name, form.images[name]?.url])),
});
