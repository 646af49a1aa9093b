import type { OptionOrder } from '@plimsoll/contract';
import { distance, price } from '@plimsoll/money';
import { MarkRing } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { Link } from '../../platform/router.tsx';
import { OLD_AFTER_MS } from '../chart/index.ts';
import { optionsPath } from '../market/index.ts';
import { useCountdown } from './open-row.tsx';
import { coinsOf, directionOf } from './order-facts.ts';
import { standingOf, wouldBe } from './returns.ts';
import { useMark } from './use-mark.ts';
import { watchOption } from './watched.ts';
import { useWriting } from './words.ts';

const INKS = { win: 'text-up', lose: 'text-dn', tie: 'text-ink-2' } as const;
const WAYS = { win: 'up', lose: 'down', tie: 'flat' } as const;

/** A running option in the strip over the tabs: what is left, and how far it is from its line; opens its progress. */
export function StripOption({ order, className }: { readonly order: OptionOrder; readonly className: string }) {
  const t = useTranslations('options');
  const words = useTranslations('running');
  const { cents } = useWriting();
  const mark = useMark(order.symbol);
  const { isOld } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const { left, clock, status } = useCountdown(order);
  const line = order.buyprice === null ? undefined : price(order.buyprice);
  const isKnown = status === 'waiting' && line !== undefined && mark !== undefined && !isOld;
  const standing = isKnown ? standingOf(line, mark.price) : 'on';
  const direction = directionOf(order);
  const fate = wouldBe(direction, standing);
  const stands = () => {
    if (status === 'drawing') return t('list.drawing');
    if (status === 'finishing') return t('list.finishing');
    if (!isKnown) return '--';
    if (fate === 'tie') return t('progress.on');
    return words(fate === 'win' ? 'ahead' : 'behind', { distance: cents(distance(line, mark.price)) });
  };
  return (
    <Link
      to={optionsPath({ symbol: order.symbol, title: order.coinname })}
      onClick={() => watchOption(order.order_id)}
      className={className}
    >
      <MarkRing left={left / order.time} half={standing} way={WAYS[fate]} drawing={status === 'drawing'} />
      <span className="grid">
        <span className="flex items-baseline gap-1.5">
          <b className="font-semibold">{coinsOf(order.coinname).base}</b> {t(direction)}{' '}
          {status === 'waiting' && <span className="n text-ink-3">{clock}</span>}
        </span>{' '}
        <span className={`text-12/4 ${isKnown ? INKS[fate] : 'text-ink-2'}`}>{stands()}</span>
      </span>
    </Link>
  );
}
