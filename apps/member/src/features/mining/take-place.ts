import { overlays } from '@plimsoll/ui';
import { navigate } from '../../platform/router.tsx';

/** Puts another page in the place of a finished one, as soon as the sheet that closes with it has left the history. */
export function takePlace(to: string): void {
  const go = () => navigate(to, { replace: true });
  if (overlays.isAny()) addEventListener('popstate', go, { once: true });
  else go();
}
