import { lazy } from 'react';

/** Transfers from one member to another, to look at. */
export { TransferPages } from './transfer-pages.tsx';
export const MemberTransfersScreen = lazy(() => import('./member-transfers-screen.tsx'));
