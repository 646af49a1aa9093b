import type { OptionOrder } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { coinsOf, directionOf } from './order-facts.ts';
import { DirectionTag, figure, Money, OrderPrice } from './order-parts.tsx';
import { useCountdown } from './open-row.tsx';
import { watchOption } from './watched.ts';
import { useCountOf, useWriting } from './words.ts';

const CELL = 'h-9 whitespace-nowrap border-t px-2.5 first:ps-4 last:pe-4';
const HEAD = 'h-7 px-2.5 text-start text-12 font-normal text-ink-3 first:ps-4 last:pe-4';
const FIGURE = 'text-right';

function Row({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const { whole, time } = useWriting();
  const { clock, status } = useCountdown(order);
  return (
    <tr>
      <td className={CELL}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => watchOption(order.order_id)}
          className="hit inline-flex min-h-9 items-center gap-1.5 font-medium"
        >
          <DirectionTag direction={directionOf(order)} /> <bdi>{coinsOf(order.coinname).base}</bdi>
        </button>
      </td>
      <td className={`${CELL} ${FIGURE}`}>
        <Money value={order.num} />
      </td>
      <td className={`${CELL} ${FIGURE}`}>
        <OrderPrice value={order.buyprice} />
      </td>
      <td className={`${CELL} ${FIGURE}`}>{t('seconds', { seconds: whole(order.time) })}</td>
      <td className={CELL}>
        <bdi className="n">{order.selltime === null ? '--' : time(order.selltime, 'time')}</bdi>
      </td>
      <td className={`${CELL} ${status === 'finishing' ? 'text-warn' : 'text-ink-2'}`}>{t(`list.${status}`)}</td>
      <td className={`${CELL} text-end font-semibold`}>
        <span role="timer" className="n">
          {clock}
        </span>
      </td>
    </tr>
  );
}

interface OpenTableProps {
  readonly open: Pages<OptionOrder>;
  readonly onSettled: () => void;
}

/** The open options, under the chart of a wide screen. */
export default function OpenTable({ open, onSettled }: OpenTableProps) {
  const t = useTranslations('options.list');
  const count = useCountOf(open);
  const rows = open.rows ?? [];
  const heads = [
    ['direction', ''],
    ['amount', FIGURE],
    ['buyPrice', FIGURE],
    ['cycle', FIGURE],
    ['sellTime', ''],
    ['status', ''],
  ] as const;
  return (
    <section aria-labelledby="open-options" className="max-h-[38dvh] overflow-y-auto border-t">
      <div className="flex items-center gap-5 px-4 pt-2.5 text-14">
        <h2 id="open-options" className="grid min-h-8 place-items-center border-b-2 border-paint font-semibold">
          <span>{t.rich('inProgress', { count, n: figure })}</span>
        </h2>
        <button type="button" onClick={onSettled} className="hit min-h-8 font-medium text-ink-3">
          {t('settled')}
        </button>
      </div>
      {open.rows !== undefined && rows.length === 0 && (
        <p className="px-4 py-3 text-13 text-ink-3">{t('noneOpenText')}</p>
      )}
      {rows.length > 0 && (
        <table className="w-full border-collapse text-13">
          <thead>
            <tr>
              {heads.map(([name, side]) => (
                <th key={name} scope="col" className={`${HEAD} ${side}`}>
                  {t(name)}
                </th>
              ))}
              <th scope="col" className={`${HEAD} text-end!`}>
                {t('left')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((order) => (
              <Row key={order.order_id} order={order} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
