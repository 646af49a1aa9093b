import { lazyPart } from '@plimsoll/ui';

/** Transfers between members. */
export { TransferPages } from './transfer-pages.tsx';
export const MemberTransfersScreen = lazyPart(() => import('./member-transfers-screen.tsx'));
