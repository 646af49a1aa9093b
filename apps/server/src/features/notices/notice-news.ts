import { hash } from 'node:crypto';
import type { Query } from '../../platform/db.ts';
import type { NewsSource } from '../../platform/news/index.ts';
import { readNews } from './store.ts';
import { noticeView } from './view.ts';

/** News of notices, as `getNoticeList` shows them: written, changed, read. */
export const noticeNews = (query: Query): NewsSource => ({
  event: 'notice',
  async read(things) {
    const rows = await readNews(
      query,
      things.map(({ memberId, ref }) => ({ memberId, id: ref })),
    );
    return rows.map((row) => ({
      memberId: row.member_id,
      ref: row.id,
      state: hash('sha256', JSON.stringify([row.is_read, row.title, row.content, row.imgs])),
      in: (lang) => (row.lang === '' || row.lang === lang ? noticeView(row, lang) : undefined),
    }));
  },
});
