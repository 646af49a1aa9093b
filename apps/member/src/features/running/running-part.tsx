import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../../platform/router.tsx';
import { timeline } from '../../platform/timeline.ts';
import { FundingSheet, useDecidedFunding, useMoneyMoved } from '../assets/index.ts';
import { endOf, useEndedOptions, useOpenOptions, useWatched } from '../options/index.ts';
import { isNothing, useFilledOrders, useRunningOrders } from '../spot/index.ts';
import { keepHere } from './here.ts';
import { useCanShow } from './result-bar.tsx';
import { ResultOf } from './result-kinds.tsx';
import { resultKey, withResult, type Result } from './results.ts';
import { Strip } from './strip.tsx';
import { useBadge } from './use-badge.tsx';

/** Keeps room at the page's end for what lies over it: `--running`. */
function useRoom() {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const stack = element.current;
    if (!stack) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--running', `${stack.offsetHeight}px`));
    observer.observe(stack);
    return () => {
      observer.disconnect();
      style.removeProperty('--running');
    };
  }, []);
  return element;
}

/** What ends while it is looked at has its own result there. */
function useResults(isOnOptions: boolean) {
  const [waiting, setWaiting] = useState<readonly Result[]>([]);
  const watched = useWatched();
  const moneyMoved = useMoneyMoved();
  const mark = useBadge(isOnOptions);
  const open = useOpenOptions();
  const orders = useRunningOrders();
  const report = (result: Result) => {
    moneyMoved();
    setWaiting((now) => withResult(now, result));
  };
  useEndedOptions(open.rows, (order) => {
    if (!isOnOptions) mark();
    if (isOnOptions && order.order_id === watched) moneyMoved();
    else report({ kind: 'option', order });
  });
  useFilledOrders(orders.data, (order) => report({ kind: 'order', order }));
  useDecidedFunding((decided) => report({ kind: 'funding', decided }));
  return {
    options: (open.rows ?? []).toSorted((a, b) => endOf(a) - endOf(b)),
    orders: orders.data?.filter(({ coinnum }) => !isNothing(coinnum)) ?? [],
    first: waiting[0],
    next: () => setWaiting((now) => now.slice(1)),
  };
}

/** A link in the sheet leads to another page, which the sheet does not follow to. */
function EndsWithPage() {
  useEffect(() => () => timeline.set(undefined), []);
  return null;
}

/** Over every screen of a member: the strip of what runs, what came to its end, and the progress of a deposit. */
export default function RunningPart({ hasTabs }: { readonly hasTabs: boolean }) {
  const { pathname, key } = useLocation();
  const isOnOptions = pathname === '/options';
  const { options, orders, first, next } = useResults(isOnOptions);
  const canShow = useCanShow();
  const stack = useRoom();
  useEffect(keepHere, []);
  // The options screen shows by itself what runs.
  const hasStrip = hasTabs && !isOnOptions && options.length + orders.length > 0;
  return (
    <>
      <div
        ref={stack}
        className={`running fixed inset-x-0 z-(--z-tabbar) in-column ${hasTabs ? 'bottom-[calc(var(--tabbar)+var(--safe-b)+var(--foot,0px))]' : 'bottom-[var(--foot,var(--safe-b))]'}`}
      >
        <div role="status">{first && canShow && <ResultOf key={resultKey(first)} result={first} onOver={next} />}</div>
        {hasStrip && <Strip options={options} orders={orders} />}
      </div>
      <FundingSheet />
      <EndsWithPage key={key} />
    </>
  );
}
