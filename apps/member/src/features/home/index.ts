import { firstScreen } from '../../platform/lazy-screen.tsx';

export const HOME = firstScreen(() => import('./home-screen.tsx'));
