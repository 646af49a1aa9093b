import { lazyPart } from '@plimsoll/ui';

/** The operators: their login, themselves, and each other. */
export { ClaimScreen } from './claim-screen.tsx';
export { LoginScreen } from './login-screen.tsx';
export const MeScreen = lazyPart(() => import('./me-screen.tsx'));
export const OperatorsScreen = lazyPart(() => import('./operators-screen.tsx'));
