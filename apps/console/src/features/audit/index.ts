import { lazyPart } from '@plimsoll/ui';

/** The log of what operators did. */
export { shortHash, useActionWords } from './action-words.ts';
export const AuditScreen = lazyPart(() => import('./audit-screen.tsx'));
