/** A member's identity: applying, and its status. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const IDENTITY = lazyScreen(['identity'], () => import('./identity-screen.tsx'));
