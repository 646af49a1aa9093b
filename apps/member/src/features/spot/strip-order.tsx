import type { SpotOrder } from '@plimsoll/contract';
import { Icon } from '@plimsoll/ui';
import { exchange } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { filledPercent } from './filled-percent.ts';
import { useWritePercent } from './words.ts';

/** A partly filled order in the strip over the tabs; opens the list of orders. */
export function StripOrder({ order, className }: { readonly order: SpotOrder; readonly className: string }) {
  const t = useTranslations('spot.orders');
  const write = useWritePercent();
  const percent = filledPercent(order);
  return (
    <Link to="/trade-lst" className={className}>
      <span className="part-ring" style={{ '--p': `${percent}%` }}>
        <Icon of={exchange} size={16} />
      </span>
      <span className="grid">
        <span>
          <b className="font-semibold">{order.coinname}</b> {order.type_text} · {order.ordertype_text}
        </span>{' '}
        <span className="text-12/4 text-ink-2">{t('filledShare', { percent: write(String(percent)) })}</span>
      </span>
    </Link>
  );
}
