import { lazyPart } from '@plimsoll/ui';

/** Operators and their logins. */
export { ClaimScreen } from './claim-screen.tsx';
export { LoginScreen } from './login-screen.tsx';
export const MeScreen = lazyPart(() => import('./me-screen.tsx'));
export const OperatorsScreen = lazyPart(() => import('./operators-screen.tsx'));
