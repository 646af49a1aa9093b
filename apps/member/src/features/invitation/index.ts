/** A member's invitation code, to be shared. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const INVITE = lazyScreen(['invitation'], () => import('./invite-screen.tsx'));
