import { lazyPart } from '@plimsoll/ui';

/** Options of everybody, to look at. */
export const OptionOrdersScreen = lazyPart(() => import('./option-orders-screen.tsx'));
