import { NOTICE_STATUS, type Notice } from '@plimsoll/contract';
import { escapeHtml as escaped } from '../../platform/escape-html.ts';
import type { NoticeRow } from './store.ts';
import { wordsOf } from './words.ts';

/** A notice as its member sees it; the platform's in their language. */
export function noticeView(row: NoticeRow, lang: string): Notice {
  const words = row.kind === null ? undefined : wordsOf({ kind: row.kind, params: row.params }, lang);
  return {
    id: Number(row.id),
    title: words?.title ?? row.title ?? '',
    addtime: row.created_at.toISOString(),
    status: row.is_read ? NOTICE_STATUS.read : NOTICE_STATUS.unread,
    imgs: row.imgs,
    content:
      words === undefined
        ? (row.content ?? '')
        : words.text
            .split('\n\n')
            .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
            .join(''),
  };
}
