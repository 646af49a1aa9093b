import type { z } from 'zod';
import { refuseOperator, type NoticeItem, type OperatorResult } from '@plimsoll/contract/operator';
import type { changeNotice as changeCall, createNotice as createCall } from '@plimsoll/contract/operator/notices';
import { readLanguageCode } from '@plimsoll/i18n/languages';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { findNotice, insertNotice, memberExists, updateNotice, type NoticeText } from './operator-store.ts';

/** What operators' notices are written with. */
export interface WritingDeps {
  readonly db: Db;
  readonly clock: Clock;
}

const textOf = ({ title, content, imgs, enabled }: NoticeItem): NoticeText => ({ title, content, imgs, enabled });

/** Publishes a notice for all, a member, or a language; HTML is sanitised (RULES 7). */
export async function createNotice(
  { title, content, imgs = '', enabled = 1, member_id, lang: given = '' }: z.output<typeof createCall.input>,
  context: OperatorContext,
  { db, clock }: WritingDeps,
): Promise<OperatorResult<NoticeItem>> {
  const lang = given === '' ? '' : readLanguageCode(given);
  if (lang === undefined) return refuseOperator('bad_lang', { field: 'lang' });
  if (lang !== '' && member_id !== undefined) return refuseOperator('bad_value', { field: 'lang' });
  const text = { title, content: await cleanHtml(content), imgs, enabled };
  return db.transaction(async (tx): Promise<OperatorResult<NoticeItem>> => {
    if (member_id !== undefined && !(await memberExists(tx, member_id))) return refuseOperator('not_found');
    const atMs = clock.nowMs();
    const id = await insertNotice(tx, text, { memberId: member_id ?? null, lang }, atMs);
    const made = await findNotice(tx, id);
    if (!made) throw new Error('the new notice cannot be read');
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'create',
        resource: 'notices',
        ref: id,
        after: { ...text, member_id: made.member_id, lang },
      },
      atMs,
    );
    return { ok: true, value: made };
  });
}

/** Changes the given fields of a notice. */
export async function changeNotice(
  { id, title, content, imgs, enabled }: z.output<typeof changeCall.input>,
  context: OperatorContext,
  { db, clock }: WritingDeps,
): Promise<OperatorResult<NoticeItem>> {
  const given = { title, content: content === undefined ? undefined : await cleanHtml(content), imgs, enabled };
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<NoticeText>;
  if (Object.keys(changes).length === 0) return refuseOperator('nothing_to_change');
  return db.transaction(async (tx): Promise<OperatorResult<NoticeItem>> => {
    const before = await findNotice(tx, id, { forUpdate: true });
    if (!before) return refuseOperator('not_found');
    const after = { ...before, ...changes };
    await updateNotice(tx, id, textOf(after));
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'change',
        resource: 'notices',
        ref: id,
        before: { ...textOf(before) },
        after: { ...textOf(after) },
      },
      clock.nowMs(),
    );
    return { ok: true, value: after };
  });
}
