import { lazyPart } from '@plimsoll/ui';

/** The audit log. */
export { shortHash, useActionWords } from './action-words.ts';
export const AuditScreen = lazyPart(() => import('./audit-screen.tsx'));
