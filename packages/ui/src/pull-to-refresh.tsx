import { useRef, useState, type ReactNode, type TouchEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './icon.tsx';
import { refresh } from './icons-shell.ts';
import { pulled, PULL_ENOUGH } from './pull.ts';

interface PullToRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Reloads when the page is pulled down at its top and released. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useTranslations('app');
  const from = useRef<number | undefined>(undefined);
  const [isPulling, setPulling] = useState(false);
  const [offset, setOffset] = useState(0);
  const [isBusy, setBusy] = useState(false);

  const start = (event: TouchEvent) => {
    from.current = scrollY <= 0 && !isBusy && event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
    setPulling(from.current !== undefined);
  };
  const move = (event: TouchEvent) => {
    if (from.current === undefined) return;
    setOffset(pulled((event.touches[0]?.clientY ?? from.current) - from.current));
  };
  const end = () => {
    if (from.current === undefined) return;
    from.current = undefined;
    setPulling(false);
    if (offset < PULL_ENOUGH) {
      setOffset(0);
      return;
    }
    setBusy(true);
    setOffset(PULL_ENOUGH);
    void onRefresh()
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        setOffset(0);
      });
  };

  const words = isBusy ? t('kit.refreshing') : t(offset >= PULL_ENOUGH ? 'kit.releaseToRefresh' : 'kit.pullToRefresh');
  return (
    <div onTouchStart={start} onTouchMove={move} onTouchEnd={end} onTouchCancel={end} className="relative">
      {offset > 0 && (
        <div
          className="absolute inset-x-0 top-0 flex items-end justify-center gap-2 overflow-hidden pb-3 text-12 text-ink-3"
          style={{ height: offset }}
          role={isBusy ? 'status' : undefined}
        >
          {isBusy ? (
            <span className="spin" />
          ) : (
            <span style={{ rotate: `${offset * 3}deg` }}>
              <Icon of={refresh} size={16} />
            </span>
          )}
          {words}
        </div>
      )}
      <div
        style={offset > 0 ? { transform: `translateY(${offset}px)` } : undefined}
        className={isPulling ? '' : 'transition-transform duration-(--t-base) ease-out'}
      >
        {children}
      </div>
    </div>
  );
}
