import { lazy } from 'react';

/** The operators: their login, themselves, and each other. */
export { LoginScreen } from './login-screen.tsx';
export const MeScreen = lazy(() => import('./me-screen.tsx'));
export const OperatorsScreen = lazy(() => import('./operators-screen.tsx'));
