import type { AuditLine } from '@plimsoll/contract/operator';
import { useMemo } from 'react';

const HASH_SHOWN = 6;
/** The beginning of a hash: enough to compare by eye. */
export const shortHash = (hash: string): string => hash.slice(0, HASH_SHOWN);

/** How a line is said: what was done, and to what. The log is kept in the server's own words, the same for every reader. */
export const useDeedWords = () => useMemo(() => ({
  did: ({ action, remark }: AuditLine): string => `${action.replaceAll('_', ' ')}${remark === '' ? '' : `, ${remark}`}`,
  on: ({ resource, ref }: AuditLine): string => `${resource}${ref === '' ? '' : ` ${ref}`}`,
}), []);

interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const shown = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : value === null || value === undefined ? {} : { value });

/** The fields that are not after as they were before; all of them where there was nothing before. */
export function changes(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [asFields(before), asFields(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, before: shown(was[name]), after: shown(is[name]) }))
    .filter((each) => each.before !== each.after);
}
