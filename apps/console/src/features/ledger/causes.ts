/** A cause: kind and id, unique together. */
export interface Cause {
  readonly kind: string;
  readonly cause: string;
}

/** Screens of causes, by the beginning of their kinds. */
const PLACES: readonly (readonly [begin: string, path: string])[] = [
  ['spot-', '/spot-orders'],
  ['option-', '/option-orders'],
  ['account-transfer', '/transfers'],
  ['member-transfer', '/member-transfers'],
  ['recharge', '/deposits'],
  ['withdrawal', '/withdrawals'],
  ['loan', '/loans'],
  ['correction', '/corrections'],
  ['house-posting', '/house-postings'],
];
const NUMBERED = /^([1-9]\d*)(?:\.\d+)?$/;

/** The screen of a cause; undefined where there is none. Fills are numbered behind their order's id. */
export function placeOf({ kind, cause }: Cause): string | undefined {
  const number = NUMBERED.exec(cause)?.[1];
  const path = PLACES.find(([begin]) => kind.startsWith(begin))?.[1];
  return number === undefined || path === undefined ? undefined : `${path}/${number}`;
}
