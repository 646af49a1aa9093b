import { lazyPart } from '@plimsoll/ui';

/** Transfers from one member to another, to look at. */
export { TransferPages } from './transfer-pages.tsx';
export const MemberTransfersScreen = lazyPart(() => import('./member-transfers-screen.tsx'));
