import type { Notice } from '@plimsoll/contract';
import { NOTICE_STATUS } from '@plimsoll/contract/codes/notices';
import type { InfiniteData } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { queryClient } from '../../platform/query.ts';

export const LIST = 'getNoticeList';
const MEMBER = 'getusr';

/** Read here and not yet reported to the server: they stay read whatever it answers. */
const owed = new Set<number>();

/** True while a notice has been read neither here nor elsewhere. */
export const isUnread = ({ id, status }: Notice): boolean => status === NOTICE_STATUS.unread && !owed.has(id);

type Kept = InfiniteData<{ readonly list: readonly Notice[] }>;

function change(id: number, changed: (notice: Notice) => Notice): void {
  queryClient.setQueriesData<Kept>(
    { queryKey: [LIST] },
    (kept) =>
      kept && {
        ...kept,
        pages: kept.pages.map((page) => ({
          ...page,
          list: page.list.map((notice) => (notice.id === id ? changed(notice) : notice)),
        })),
      },
  );
}

/** Sets whether anything is unread, wherever it is shown. */
const showUnread = (has_unread: 0 | 1): void =>
  void queryClient.setQueryData<object>([MEMBER], (member: object | undefined) => member && { ...member, has_unread });

/** An unread notice was found: the bell shows it. */
export const foundUnread = (): void => showUnread(1);

async function markReadOnServer(id: number): Promise<void> {
  const {
    list: [read],
  } = await post(LIST, { id, page: 1, limit: 1 }, { quiet: true });
  owed.delete(id);
  if (read) change(id, () => read);
}

/** Reports what was read while the server could not be reached; what fails waits for the next time. */
export async function settleReading(): Promise<void> {
  const results = await Promise.allSettled([...owed].map(markReadOnServer));
  if (results.some(({ status }) => status === 'fulfilled')) await queryClient.invalidateQueries({ queryKey: [MEMBER] });
}

/** Marks a notice read: here at once, on the server when it can be reached (PRODUCT 33). */
export async function markRead({ id }: Notice): Promise<void> {
  owed.add(id);
  change(id, (notice) => ({ ...notice, status: NOTICE_STATUS.read }));
  await settleReading();
}
