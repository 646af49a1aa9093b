import type { AuditLine } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { wordsOf } from '../../platform/words-of.ts';

const HASH_SHOWN = 6;
/** The beginning of a hash, to compare by eye. */
export const shortHash = (hash: string): string => hash.slice(0, HASH_SHOWN);

/** The first of two approvals leaves the status pending. */
const isFirstOfTwo = ({ action, after }: AuditLine): boolean =>
  action === 'approve' && asFields(after)['status'] === RECORD_STATUS.pending;

/** Words for a line of the audit log; an action or resource without words is shown as logged. */
export function useActionWords(): {
  readonly action: (line: AuditLine) => string;
  readonly target: (line: AuditLine) => string;
} {
  const t = useTranslations('console');
  return useMemo(() => {
    const wordsFor = (key: string, otherwise: string) => wordsOf(t, key) ?? otherwise;
    return {
      action: (line) => {
        const verb = wordsFor(`audit.actions.${isFirstOfTwo(line) ? 'approve-first' : line.action}`, line.action);
        return line.remark === '' ? verb : t('audit.remarked', { verb, remark: line.remark });
      },
      target: ({ resource, ref }) => `${wordsFor(`audit.things.${resource}`, resource)}${ref === '' ? '' : ` ${ref}`}`,
    };
  }, [t]);
}

interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const shown = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

/** The fields that differ; all of them where there was nothing before. */
export function changes(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [asFields(before), asFields(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, before: shown(was[name]), after: shown(is[name]) }))
    .filter((each) => each.before !== each.after);
}
