import { LazyBoundary, lazyPart, SkeletonBlock } from '@plimsoll/ui';
import { useEffect } from 'react';
import { navigate, useSearchParams } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import { rememberVisit } from '../../platform/storage.ts';
import ProofScreen from './proof-screen.tsx';
import { receiptIn, receiptPath } from './receipt-address.ts';

const RECEIPT = lazyPart(() => import('./receipt-page.tsx'));

/** A receipt is its member's; the login leads back to it. */
function ToLogin() {
  useEffect(() => {
    rememberVisit('goal', `proof ${location.pathname}${location.search}`);
    navigate('/login', { replace: true });
  }, []);
  return null;
}

/** /proof: the public log, or the receipts of something of the member's. */
export default function ProofPlace() {
  const [search] = useSearchParams();
  const isMember = useIsMember();
  const of = receiptIn(search.get('receipt') ?? '');
  if (!of) return <ProofScreen />;
  if (!isMember) return <ToLogin />;
  return <LazyBoundary key={receiptPath(of)} part={RECEIPT} props={{ of }} fallback={<SkeletonBlock height={72} />} />;
}
