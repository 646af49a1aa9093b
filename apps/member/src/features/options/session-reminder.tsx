import { Dialog } from '@plimsoll/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { recallVisitJson, rememberVisit } from '../../platform/storage.ts';
import {
  freshSession,
  isReminderDue,
  minutesSpent,
  reminded,
  seen,
  SESSION_TICK_MS,
  type SessionClock,
} from './session-clock.ts';

const isClock = (kept: unknown): kept is SessionClock =>
  typeof kept === 'object' && kept !== null && 'spentMs' in kept && 'seenAtMs' in kept && 'remindedAtMin' in kept;

function keptClock(): SessionClock {
  const kept = recallVisitJson<unknown>('optionsSession');
  return isClock(kept) ? kept : freshSession(Date.now());
}

const keep = (clock: SessionClock): void => rememberVisit('optionsSession', JSON.stringify(clock));

/** Reminds after each so many minutes on the options screen. Null for never. */
export default function SessionReminder({
  everyMin,
  onLimits,
}: {
  readonly everyMin: number | null;
  readonly onLimits: () => void;
}) {
  const t = useTranslations('options.reminder');
  const [minutes, setMinutes] = useState<number | undefined>();
  const [isOpen, setOpen] = useState(false);
  const look = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    const clock = seen(keptClock(), Date.now());
    const isDue = isReminderDue(clock, everyMin);
    keep(isDue ? reminded(clock) : clock);
    if (!isDue) return;
    setMinutes(minutesSpent(clock));
    setOpen(true);
  });
  useEffect(() => {
    const timer = setInterval(() => look(), SESSION_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (minutes === undefined) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      title={t('title', { minutes })}
      cancel={t('goOn')}
      confirm={t('limits')}
      onConfirm={() => {
        setOpen(false);
        onLimits();
      }}
    >
      {t('text')}
    </Dialog>
  );
}
