import { getNoticeList } from '@plimsoll/contract/notices';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { listNotices } from './list-notices.ts';

/** Binds what members call. */
export const noticeRoutes = (deps: { readonly db: Db; readonly clock: Clock }): readonly Route[] => [
  memberRoute(getNoticeList, (input, context) => listNotices(input, context, deps)),
];
