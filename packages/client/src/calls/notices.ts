// Written by `npm run wire-docs` from packages/contract: change that.
import type { Id, Time } from '../values.ts';

export interface NoticesCalls {
  /** Newest first: for everyone, for readers of the requested language, for this member, and automatic ones. With `id` only that one, which is then read; page and limit are ignored. */
  'getNoticeList': {
    takes: {
      page?: string | number;
      limit?: string | number;
      id?: string | number;
    };
    answers: {
      list: {
        id: Id;
        title: string;
        addtime: Time;
        status: 1 | 2;
        /** A picture's address, or empty. */
        imgs: string;
        /** HTML, sanitised when stored and when shown (RULES 7). */
        content: string;
      }[];
    };
  };
}
