import { z } from 'zod';
import { call, id, listOf, time } from './call.ts';
import { NOTICE_STATUS } from './codes/notices.ts';
import { fields, idField, limitField, optional, pageField } from './fields.ts';

export const notice = z.object({
  id,
  title: z.string(),
  addtime: time,
  status: z.union([z.literal(NOTICE_STATUS.unread), z.literal(NOTICE_STATUS.read)]),
  /** A picture's address, or empty. */
  imgs: z.string(),
  /** HTML, sanitised when stored and when shown (RULES 7). */
  content: z.string(),
});
export type Notice = z.output<typeof notice>;

/**
 * Newest first: for everyone, for readers of the requested language, for this member, and automatic ones. With `id`
 * only that one, which is then read; page and limit are ignored.
 */
export const getNoticeList = call({
  name: 'getNoticeList',
  member: true,
  input: fields({ page: pageField(), limit: limitField(), id: optional(idField()) }),
  output: listOf(notice),
  reasons: ['not_found'],
});
