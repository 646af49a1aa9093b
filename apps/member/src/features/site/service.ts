import type { Settings } from '@plimsoll/contract';

/** The customer-service link: to the web or an app of the phone, never a script; null without one. */
function serviceLink(settings: Settings): string | null {
  const link = settings.custom_service.trim();
  return /^(https?:\/\/|mailto:|tel:|tg:|\/(?!\/))/i.test(link) ? link : null;
}

/** Opens customer service in a new window; false without a link. */
export function openService(settings: Settings): boolean {
  const link = serviceLink(settings);
  if (link === null) return false;
  window.open(link, '_blank', 'noopener');
  return true;
}
