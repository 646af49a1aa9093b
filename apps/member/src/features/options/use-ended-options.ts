import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAskOption, useOptionsChanged } from './queries.ts';

/** Calls once for each option that ended while this is drawn. */
export function useEndedOptions(open: readonly OptionOrder[] | undefined, onEnded: (order: OptionOrder) => void): void {
  const ask = useAskOption();
  const changed = useOptionsChanged();
  const before = useRef<readonly OptionOrder[]>([]);

  const announce = useEffectEvent((order: OptionOrder) => {
    if (order.status !== OPTION_STATUS.settled || order.outcome === null) return;
    changed();
    onEnded(order);
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
