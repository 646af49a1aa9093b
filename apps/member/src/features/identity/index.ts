/** Who the member is: applying to be certified, and how it stands. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /real_authentication */
export const IDENTITY = lazyScreen(['identity'], () => import('./identity-screen.tsx'));
