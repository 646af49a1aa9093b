import type { Known } from './described-requests.ts';
import { PASSWORD, type Belongings } from './lea.ts';
import { ownedFields } from './owned-fields.ts';

/** What is known by the name of a call: what Lea's may name, each where it belongs, and what any call may. */
export function ofMembers(common: Known, lea: Belongings): (name: string) => Known {
  const own = new Map<string, Known>();
  const add = (call: string, more: Known): void => void own.set(call, { ...own.get(call), ...more });
  for (const { call, field, of, beside = {} } of ownedFields(lea.image)) {
    const besides = Object.entries(beside).map(([name, value]) => [name, [value]] as const);
    add(call, { ...Object.fromEntries(besides), [field]: [of(lea)] });
  }
  for (const call of ['withdraw', 'balanceTransfer']) add(call, { paypwd: [`${PASSWORD}2`] });
  add('login', { username: ['lea@quay.example'] });
  add('setLang', { lang: ['de', 'ja'] });
  add('applyLoan', { id: ['1', '2'] });
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

  constructor(common: Known) {
    this.#common = common;
  }

  /** `path` as the contract has it. A list without entries is not remembered. */
  learn(path: string, answer: Readonly<Record<string, unknown>> | undefined): void {
    const ids = path.includes('{') ? [] : idsIn(answer);
    if (ids.length > 0) this.#ids.set(resourceOf(path), ids);
  }

  of(path: string): Known {
    const ids = this.#ids.get(resourceOf(path));
    return ids === undefined ? this.#common : { ...this.#common, id: ids };
  }
}
