/** An event that moved money: kind and number, unique together. */
export interface Cause {
  readonly kind: string;
  readonly cause: string;
}

/** Where the things are that events are about, by how their kinds begin. */
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

/**
 * Where what an event is about can be looked at; undefined where there is no such place. Fills are numbered behind
 * their order's number.
 */
export function placeOf({ kind, cause }: Cause): string | undefined {
  const number = NUMBERED.exec(cause)?.[1];
  const path = PLACES.find(([begin]) => kind.startsWith(begin))?.[1];
  return number === undefined || path === undefined ? undefined : `${path}/${number}`;
}
