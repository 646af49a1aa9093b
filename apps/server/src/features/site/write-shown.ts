import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { readLanguageCode } from '@plimsoll/i18n/languages';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { refreshNow } from './refresh-now.ts';
import type { Fields } from '../../platform/two-operators.ts';
import type { ShownItem, ShownTable } from './shown-table.ts';

/** What site content is written with. */
export interface ShowingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Parameters<typeof refreshNow>[1];
  readonly content: { refresh(): Promise<void> };
}

/** The given fields with sanitised HTML (RULES 7); undefined for an unknown language. */
async function written(fields: Fields): Promise<Fields | undefined> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { content, lang } = given;
  const code = typeof lang === 'string' && lang !== '' ? readLanguageCode(lang) : lang;
  if (lang !== undefined && code === undefined) return undefined;
  return {
    ...given,
    ...(lang === undefined ? {} : { lang: code }),
    ...(typeof content === 'string' ? { content: await cleanHtml(content) } : {}),
  };
}
const loggedOf = ({ id: _id, ...rest }: ShownItem): Fields => rest;

/** Adds a row; by default empty, first in order, and enabled. */
export async function createShown<Item extends ShownItem>(
  table: ShownTable<Item>,
  fields: Fields,
  context: OperatorContext,
  { db, clock, log, content }: ShowingDeps,
): Promise<OperatorResult<Item>> {
  const empty = Object.fromEntries(table.texts.map((name) => [name, '']));
  const given = await written(fields);
  if (given === undefined) return refuseOperator('bad_lang', { field: 'lang' });
  const value = await db.transaction(async (tx) => {
    const made = await table.insert(tx, { ...empty, sort: 0, enabled: 1, ...given });
    await appendAuditLog(
      tx,
      { by: context, action: 'create', resource: table.resource, ref: String(made.id), after: loggedOf(made) },
      clock.nowMs(),
    );
    return made;
  });
  await refreshNow(content, log);
  return { ok: true, value };
}

/** Changes the given fields of a row. */
export async function changeShown<Item extends ShownItem>(
  table: ShownTable<Item>,
  { id, ...fields }: Fields & { readonly id: string },
  context: OperatorContext,
  { db, clock, log, content }: ShowingDeps,
): Promise<OperatorResult<Item>> {
  const changes = await written(fields);
  if (changes === undefined) return refuseOperator('bad_lang', { field: 'lang' });
  if (Object.keys(changes).length === 0) return refuseOperator('nothing_to_change');
  const result = await db.transaction(async (tx): Promise<OperatorResult<Item>> => {
    const before = await table.find(tx, id, { forUpdate: true });
    if (!before) return refuseOperator('not_found');
    const after = await table.update(tx, id, { ...before, ...changes });
    const logged = {
      by: context,
      action: 'change',
      resource: table.resource,
      ref: id,
      before: loggedOf(before),
      after: loggedOf(after),
    };
    await appendAuditLog(tx, logged, clock.nowMs());
    return { ok: true, value: after };
  });
  if (result.ok) await refreshNow(content, log);
  return result;
}
