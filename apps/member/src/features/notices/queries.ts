import type { Notice } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { LIST, settleReading } from './reading.ts';

/** The member's notices in the present language, newest first. */
export const useNotices = (language: string): Pages<Notice> =>
  usePages({
    key: [LIST, language],
    idOf: byId,
    fetchPage: async (page, signal) => {
      await settleReading();
      return post(LIST, page, { signal, quiet: true });
    },
  });
