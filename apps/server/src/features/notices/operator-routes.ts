import { refuseOperator } from '@plimsoll/contract/operator';
import {
  changeNotice as changeCall,
  createNotice as createCall,
  listNotices,
  readNotice,
} from '@plimsoll/contract/operator/notices';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { findNotice, noticePage } from './operator-store.ts';
import { changeNotice, createNotice, type WritingDeps } from './write-notice.ts';

/** Binds the console's calls of notices. */
export const noticeOperatorRoutes = (deps: WritingDeps): readonly OperatorRoute[] => [
  operatorRoute(listNotices, async ({ page, limit, status, q, sort }) => ({
    ok: true,
    value: await noticePage(deps.db, {
      enabled: status === undefined ? null : status === '1',
      named: q,
      isOldestFirst: sort === 'id',
      limit,
      offset: (page - 1) * limit,
    }),
  })),
  operatorRoute(readNotice, async ({ id }) => {
    const notice = await findNotice(deps.db, id);
    return notice ? { ok: true, value: notice } : refuseOperator('not_found');
  }),
  operatorRoute(createCall, (input, context) => createNotice(input, context, deps)),
  operatorRoute(changeCall, (input, context) => changeNotice(input, context, deps)),
];
