import type { Notice } from '@plimsoll/contract';
import { LazyBoundary, lazyPart, overlays } from '@plimsoll/ui';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useIsSubmitting } from '../../platform/submit.ts';
import { useCounted } from '../proof/index.ts';
import { useNoticePoll } from './use-notice-poll.ts';

/** The popup is loaded with the first notice that is shown. */
const POPUP = lazyPart(() => import('./notice-popup.tsx'));

function subscribeSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const useIsSeen = (): boolean => useSyncExternalStore(subscribeSeen, () => !document.hidden);

/**
 * Looks for new notices while a member is logged in, the switch is on, and a page other than /notify is visible; an
 * unread one pops up (PRODUCT 33), unless a submit is running or a sheet is open. In the same idle time the member's part
 * of what is owed is checked, for their assets to say (PROOF 5).
 */
export default function NoticeWatch() {
  const { pathname } = useLocation();
  const isMember = useIsMember();
  const { unread_notice_switch } = useSettings();
  const isSeen = useIsSeen();
  const isSubmitting = useIsSubmitting();
  const isCovered = useSyncExternalStore(overlays.subscribe, overlays.isAny);
  const [waiting, setWaiting] = useState<Notice | null>(null);
  const [shown, setShown] = useState<Notice | null>(null);
  const isWanted = isMember && unread_notice_switch === 1 && !/^\/notify\/*$/.test(pathname);
  useCounted();
  useNoticePoll(isWanted && isSeen && shown === null, setWaiting);
  // The list on /notify shows it, and after a logout nothing is shown.
  if (waiting && !isWanted) setWaiting(null);
  else if (waiting && !shown && !isSubmitting && !isCovered) {
    setShown(waiting);
    setWaiting(null);
  }
  return (
    shown && (
      <LazyBoundary part={POPUP} props={{ notice: shown, onClosed: () => setShown(null) }} fallback={null} isBesides />
    )
  );
}
