import { showToast, Toaster } from '@plimsoll/ui';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core';
import { useEffect } from 'react';

const KINDS = { success: 'ok', info: 'ok', warning: 'bad', error: 'bad' } as const;

/** Shows as toasts of the kit what ra-core has to tell. Mounted once. */
export function Told() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const { message, type, notificationOptions } = takeNotification() as NotificationPayload;
    if (typeof message !== 'string' || message === '') return;
    const words = translate(message, notificationOptions?.messageArgs);
    if (words !== '') showToast(KINDS[type], words);
  }, [notifications, takeNotification, translate]);
  return <Toaster />;
}
