import type { Settings } from '@plimsoll/contract';

/** The customer-service link, when one is configured and leads to the web or an app of the phone; never a script. */
function serviceLink(settings: Settings): string | null {
  const link = settings.custom_service.trim();
  return /^(https?:\/\/|mailto:|tel:|tg:|\/(?!\/))/i.test(link) ? link : null;
}

/** Opens customer service in a new window; false when there is no link, so that the caller can say so. */
export function openService(settings: Settings): boolean {
  const link = serviceLink(settings);
  if (link === null) return false;
  window.open(link, '_blank', 'noopener');
  return true;
}
