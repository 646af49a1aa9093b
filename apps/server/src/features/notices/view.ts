import { NOTICE_STATUS, type Notice } from '@plimsoll/contract';
import type { NoticeRow } from './store.ts';
import { wordsOf } from './words.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);

/**
 * A notice as its member sees it: what the house told in the reader's language, what an operator wrote as it was
 * written.
 */
export function noticeView(row: NoticeRow, lang: string): Notice {
  const told = row.kind === null ? undefined : wordsOf({ kind: row.kind, params: row.params }, lang);
  return {
    id: Number(row.id),
    title: told?.title ?? row.title ?? '',
    addtime: row.created_at.toISOString(),
    status: row.is_read ? NOTICE_STATUS.read : NOTICE_STATUS.unread,
    imgs: row.imgs,
    content:
      told === undefined
        ? (row.content ?? '')
        : told.text
            .split('\n\n')
            .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
            .join(''),
  };
}
