import type { z } from 'zod';
import { refuseOperator, type LanguageItem, type OperatorResult } from '@plimsoll/contract/operator';
import type { changeLanguage as changeCall } from '@plimsoll/contract/operator/site';
import { sql, type Query } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { nameOfLanguage } from './answers.ts';
import { refreshNow } from './refresh-now.ts';
import type { ShowingDeps } from './write-shown.ts';

interface Row {
  readonly id: string;
  readonly code: string;
  readonly enabled: boolean;
  readonly is_default: boolean;
}
// Always 26 rows, so filtered here.
const all = sql<Row>('site.allLanguages', 'select id, code, enabled, is_default from language order by id');
const lockAll = sql<Row>(
  'site.lockLanguages',
  'select id, code, enabled, is_default from language order by id for update',
);
const noDefault = sql<never>('site.noDefaultLanguage', 'update language set is_default = false where is_default');
const write = sql<never>('site.writeLanguage', 'update language set enabled = $2, is_default = $3 where id = $1');

const itemOf = ({ id, code, enabled, is_default }: Row): LanguageItem => ({
  id: Number(id),
  language_name: nameOfLanguage(code),
  file_name: code,
  enabled: enabled ? 1 : 0,
  is_default: is_default ? 1 : 0,
});

/** The console's list of languages. */
export async function listLanguages(
  query: Query,
  {
    page,
    limit,
    status,
    q,
    sort,
  }: { page: number; limit: number; status?: '0' | '1' | undefined; q?: string | undefined; sort?: string | undefined },
): Promise<{ list: LanguageItem[]; total: number }> {
  const looked = q?.toLowerCase() ?? '';
  const found = (await query.run(all))
    .map(itemOf)
    .filter(({ enabled }) => status === undefined || String(enabled) === status)
    .filter(({ file_name, language_name }) => `${file_name} ${language_name}`.toLowerCase().includes(looked));
  if (sort === '-id') found.reverse();
  return { list: found.slice((page - 1) * limit, page * limit), total: found.length };
}

/** One language; undefined when there is none. */
export const findLanguage = async (query: Query, id: string): Promise<LanguageItem | undefined> =>
  (await query.run(all)).filter((row) => row.id === id).map(itemOf)[0];

/** Offers or withdraws a language, or makes it the default. */
export async function changeLanguage(
  { id, enabled, is_default }: z.output<typeof changeCall.input>,
  context: OperatorContext,
  { db, clock, log, content }: ShowingDeps,
): Promise<OperatorResult<LanguageItem>> {
  if (enabled === undefined && is_default === undefined) return refuseOperator('nothing_to_change');
  const result = await db.transaction(async (tx): Promise<OperatorResult<LanguageItem>> => {
    const before = (await tx.run(lockAll)).find((row) => row.id === id);
    if (!before) return refuseOperator('not_found');
    const becomesDefault = before.is_default || is_default === '1';
    if (becomesDefault && enabled === 0) return refuseOperator('in_use');
    const after = {
      ...before,
      is_default: becomesDefault,
      enabled: becomesDefault || (enabled ?? (before.enabled ? 1 : 0)) === 1,
    };
    if (after.is_default && !before.is_default) await tx.run(noDefault);
    await tx.run(write, [id, after.enabled, after.is_default]);
    const [was, is] = [itemOf(before), itemOf(after)];
    await appendAuditLog(
      tx,
      { by: context, action: 'change', resource: 'languages', ref: id, before: { ...was }, after: { ...is } },
      clock.nowMs(),
    );
    return { ok: true, value: is };
  });
  if (result.ok) await refreshNow(content, log);
  return result;
}
