import type { SliceWith } from '../../platform/slice.ts';
import { MailOutbox } from './mail-outbox.ts';
import { noticeOperatorRoutes } from './operator-routes.ts';
import { noticeNews } from './notice-news.ts';
import { noticeRoutes } from './routes.ts';

/** Makes the slice of notices, with the outbox of their mails. */
export function createNotices(
  deps: ConstructorParameters<typeof MailOutbox>[0],
): SliceWith<'routes' | 'operatorRoutes' | 'workers' | 'news'> {
  const outbox = new MailOutbox(deps);
  return {
    routes: noticeRoutes(deps),
    operatorRoutes: noticeOperatorRoutes(deps),
    news: [noticeNews(deps.db)],
    workers: [{ name: 'mail outbox', start: () => outbox.start(), stop: () => outbox.stop() }],
  };
}
