import { LazyBoundary, lazyPart, SkeletonBlock } from '@plimsoll/ui';
import { Navigate, useSearchParams } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import ProofScreen from './proof-screen.tsx';
import { receiptIn, receiptPath } from './receipt-address.ts';

const RECEIPT = lazyPart(() => import('./receipt-page.tsx'));

/** /proof: the public log, or the receipts of something of the member's. */
export default function ProofPlace() {
  const [search] = useSearchParams();
  const isMember = useIsMember();
  const of = receiptIn(search.get('receipt') ?? '');
  if (!of) return <ProofScreen />;
  if (!isMember) return <Navigate to="/login" replace />;
  return <LazyBoundary key={receiptPath(of)} part={RECEIPT} props={{ of }} fallback={<SkeletonBlock height={72} />} />;
}
