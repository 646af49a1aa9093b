import { z } from 'zod';
import { call, id, listOf, time } from './call.ts';
import { NOTICE_STATUS } from './codes/notices.ts';
import { fields, idField, limitField, optional, pageField } from './fields.ts';

const notice = z.object({
  id,
  title: z.string(),
  addtime: time,
  status: z.union([z.literal(NOTICE_STATUS.unread), z.literal(NOTICE_STATUS.read)]),
  /** A picture's address, or empty. */
  imgs: z.string(),
  /** HTML, sanitised when it was stored; whoever shows it sanitises it again (RULES 7). */
  content: z.string(),
});
export type Notice = z.output<typeof notice>;

/**
 * A member's notices, newest first: those for all, those for readers of the language that is asked in, those for this
 * member, and what the house told. With `id` that one alone, which is marked read by it and says so; page and limit
 * then do not matter.
 */
export const getNoticeList = call({
  name: 'getNoticeList',
  member: true,
  input: fields({ page: pageField(), limit: limitField(), id: optional(idField()) }),
  output: listOf(notice),
  reasons: ['not_found'],
});
