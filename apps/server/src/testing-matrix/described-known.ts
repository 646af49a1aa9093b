import type { Known } from './described-requests.ts';
import { PASSWORD, type Belongings } from './lea.ts';
import { ownedFields } from './owned-fields.ts';

/** Of TRON. */
export const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/**
 * Asked by a new member each time: calls that end what their caller has, that each may do once, or that want a second
 * factor of whoever has one.
 */
export const OF_NEWCOMERS: ReadonlySet<string> = new Set([
  'demoFunds',
  'freezeMe',
  'keepAddress',
  'resetpay',
  'resetpwd',
  'setAllowedOnly',
  'setBank',
  'setPhrase',
  'setusraddress',
  'startPasskey',
  'startTotp',
]);

/**
 * What is known by the name of a call: what Lea's may name, each where it belongs, what is offered to all by a call, and
 * what any call may.
 */
export function ofMembers(
  common: Known,
  lea: Belongings,
  offered: Readonly<Record<string, Known>>,
): (name: string) => Known {
  const own = new Map<string, Known>();
  const add = (call: string, more: Known): void => void own.set(call, { ...own.get(call), ...more });
  for (const { call, field, of, beside = {} } of ownedFields(lea.image)) {
    const besides = Object.entries(beside).map(([name, value]) => [name, [value]] as const);
    add(call, { ...Object.fromEntries(besides), [field]: [of(lea)] });
  }
  for (const call of ['withdraw', 'balanceTransfer']) add(call, { paypwd: [`${PASSWORD}2`] });
  // Not by Lea, whose session must last.
  add('login', { username: ['zoe@quay.example'] });
  add('searchUser', { username: ['zoe@quay.example'] });
  add('register', { password: [PASSWORD], repassword: [PASSWORD] });
  add('resetpwd', { oldpassword: [PASSWORD], newpassword: [`${PASSWORD}3`] });
  add('exchangeCoin', { from_coin_id: ['1'], to_coin_id: ['2', '3'], amount: ['10'] });
  for (const call of ['keepAddress', 'setusraddress']) add(call, { c_id: ['1'], address: [ADDRESS] });
  for (const call of ['setFavourite', 'moveFavourite']) add(call, { market: common['m_id'] ?? [] });
  add('setLang', { lang: ['de', 'ja'] });
  add('applyLoan', { id: ['1', '2'] });
  for (const [call, more] of Object.entries(offered)) add(call, more);
  return (name) => ({ ...common, ...own.get(name) });
}

const resourceOf = (path: string): string => path.split('/')[1] ?? '';
const idsIn = (answer: Readonly<Record<string, unknown>> | undefined): unknown[] => {
  const list = answer?.['list'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => (typeof each === 'object' && each !== null && 'id' in each ? [each.id] : []));
};

/** Ids that lists of the console answered, by what they are of. */
export class ListedIds {
  readonly #ids = new Map<string, readonly unknown[]>();
  readonly #common: Known;
  readonly #own: Readonly<Record<string, Known>>;

  /** `own`: what is known by a path of the contract alone. */
  constructor(common: Known, own: Readonly<Record<string, Known>> = {}) {
    this.#common = common;
    this.#own = own;
  }

  /** `path` as the contract has it. A list without entries is not remembered. */
  learn(path: string, answer: Readonly<Record<string, unknown>> | undefined): void {
    const ids = path.includes('{') ? [] : idsIn(answer);
    if (ids.length > 0) this.#ids.set(resourceOf(path), ids);
  }

  of(path: string): Known {
    const ids = this.#ids.get(resourceOf(path));
    return { ...this.#common, ...(ids === undefined ? {} : { id: ids }), ...this.#own[path] };
  }
}
