import { LazyBoundary, lazyPart, Sheet } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWarm } from '../../platform/use-warm.ts';
import { OrderResultTitle } from './order-result-title.tsx';
import type { Placed } from './use-placed.ts';

const RESULT = lazyPart(() => import('./order-result.tsx'));

interface OrderResultSheetProps {
  readonly placed: Placed | undefined;
  readonly logo: string;
  readonly onClose: () => void;
}

/** The result of an order that was filled at once, in a sheet of its own. */
export function OrderResultSheet({ placed, logo, onClose }: OrderResultSheetProps) {
  const t = useTranslations('spot');
  useWarm(RESULT);
  // While the sheet closes it shows the order of before.
  const [shown, setShown] = useState(placed);
  if (placed && placed !== shown) setShown(placed);
  return (
    <Sheet
      open={placed !== undefined}
      onClose={onClose}
      title={shown ? <OrderResultTitle placed={shown} logo={logo} /> : t('summary.title')}
    >
      {shown && <LazyBoundary part={RESULT} props={{ placed: shown, onClose }} fallback={null} />}
    </Sheet>
  );
}
