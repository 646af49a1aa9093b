import { LazyBoundary } from '@plimsoll/ui';
import { useState } from 'react';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { useWarm } from '../../platform/use-warm.ts';
import { useSeen } from '../market/index.ts';
import type { MarketsPanelProps } from './markets-list.tsx';

const LIST = lazyScreen<MarketsPanelProps>(['favourites', 'spot'], () => import('./markets-list.tsx'));

/** All markets, to choose one; loaded when the page is idle, or at the first opening. */
export function MarketsPanel(props: MarketsPanelProps) {
  const [wasOpened, setOpened] = useState(props.open);
  if (props.open && !wasOpened) setOpened(true);
  useSeen(props.current);
  useWarm(LIST);
  return wasOpened && <LazyBoundary part={LIST} props={props} fallback={null} isBesides />;
}
