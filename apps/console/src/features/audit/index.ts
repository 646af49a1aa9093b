import { lazy } from 'react';

/** The log of what operators did. */
export { shortHash, useDeedWords } from './deed-words.ts';
export const AuditScreen = lazy(() => import('./audit-screen.tsx'));
