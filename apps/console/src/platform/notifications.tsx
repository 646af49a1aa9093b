import { showToast } from '@plimsoll/ui';
import { Toaster } from '@plimsoll/ui/toaster';
import { useNotificationContext, useTranslate } from 'ra-core';
import { useEffect } from 'react';

const KINDS = { success: 'ok', info: 'ok', warning: 'bad', error: 'bad' } as const;

/** Shows ra-core's notifications as toasts. Mounted once. */
export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type, notificationOptions } = notification;
    if (typeof message !== 'string' || message === '') return;
    const words = translate(message, notificationOptions?.messageArgs);
    if (words !== '') showToast(KINDS[type], words);
  }, [notifications, takeNotification, translate]);
  return <Toaster />;
}
