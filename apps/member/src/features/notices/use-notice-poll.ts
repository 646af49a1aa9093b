import type { Notice } from '@plimsoll/contract';
import { useEffect, useEffectEvent } from 'react';
import { post } from '../../platform/client.ts';
import { foundUnread, isUnread, LIST, settleReading } from './reading.ts';

const EVERY_MS = 10_000;

/** Polls the newest notice every 10 s while `isOn`: the notice while unread, else null. */
export function useNoticePoll(isOn: boolean, onNewest: (unread: Notice | null) => void): void {
  const announce = useEffectEvent(onNewest);
  useEffect(() => {
    if (!isOn) return;
    const over = new AbortController();
    let isAsking = false;
    const ask = async () => {
      isAsking = true;
      try {
        await settleReading();
        const {
          list: [newest],
        } = await post(LIST, { page: 1, limit: 1 }, { quiet: true, signal: over.signal });
        const unread = newest && isUnread(newest) ? newest : null;
        if (unread) {
          foundUnread();
          // Loaded here, where it may fail: the next notice tries again.
          await import('./notice-popup.tsx');
        }
        if (!over.signal.aborted) announce(unread);
      } catch {
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(() => {
      if (!isAsking) void ask();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      over.abort();
    };
  }, [isOn]);
}
