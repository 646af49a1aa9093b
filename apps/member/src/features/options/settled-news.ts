import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { showToast } from '@plimsoll/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { directionOf, coinsOf } from './order-facts.ts';
import { useAskOption, useOptionsChanged } from './queries.ts';
import { useWatched, watchOption } from './watched.ts';
import { useWriting } from './words.ts';

/** Announces how unwatched options ended, once each. */
export function useSettledNews(open: readonly OptionOrder[] | undefined): void {
  const t = useTranslations('options');
  const { cents } = useWriting();
  const ask = useAskOption();
  const changed = useOptionsChanged();
  const watched = useWatched();
  const before = useRef<readonly OptionOrder[]>([]);

  const announce = useEffectEvent((order: OptionOrder) => {
    if (order.status !== OPTION_STATUS.settled || order.outcome === null) return;
    changed();
    if (order.order_id === watched) return;
    const named = { pair: order.coinname, direction: t(directionOf(order)) };
    const sign = order.outcome === 'win' ? '+' : '';
    const words =
      order.outcome === 'tie'
        ? t('result.toastTie', named)
        : order.outcome === 'void'
          ? t('result.toastVoid', named)
          : t('result.toast', {
              ...named,
              profit: `${sign}${cents(order.ploss ?? '0')}`,
              coin: coinsOf(order.coinname).quote,
            });
    showToast(order.outcome === 'win' ? 'ok' : 'info', words, {
      action: { label: t('result.look'), run: () => watchOption(order.order_id) },
    });
  });
  const look = useEffectEvent((gone: readonly OptionOrder[]) => {
    // What cannot be read now is in the settled list all the same.
    for (const order of gone)
      void ask(order.order_id)
        .then((settled) => announce(settled))
        .catch(() => undefined);
  });

  useEffect(() => {
    if (!open) return;
    const standing = new Set(open.map((order) => order.order_id));
    look(before.current.filter((order) => !standing.has(order.order_id)));
    before.current = open;
  }, [open]);
}
