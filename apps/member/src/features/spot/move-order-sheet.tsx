import type { SpotOrder } from '@plimsoll/contract';
import { LazyBoundary, lazyPart, Sheet, SkeletonBlock } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useWarm } from '../../platform/use-warm.ts';
import type { MoveProps } from './move-order-view.tsx';

const VIEW = lazyPart<MoveProps>(() => import('./move-order-view.tsx'));

interface MoveOrderSheetProps extends Omit<MoveProps, 'order'> {
  /** The order to move; undefined while the sheet is closed. */
  readonly order: SpotOrder | undefined;
}

/** Asks before an open order is moved: its price now, the new one, and what moving means. */
export function MoveOrderSheet({ order, ...props }: MoveOrderSheetProps) {
  const t = useTranslations('spot.move');
  useWarm(VIEW);
  return (
    <Sheet open={order !== undefined} onClose={props.onClose} title={t('title')}>
      {order && (
        <LazyBoundary
          key={`${order.id} ${props.price}`}
          part={VIEW}
          props={{ ...props, order }}
          fallback={<SkeletonBlock height={240} />}
        />
      )}
    </Sheet>
  );
}
