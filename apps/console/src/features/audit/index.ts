import { lazyPart } from '@plimsoll/ui';

/** The log of what operators did. */
export { shortHash, useDeedWords } from './deed-words.ts';
export const AuditScreen = lazyPart(() => import('./audit-screen.tsx'));
