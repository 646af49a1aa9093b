import { useState } from 'react';
import { recallJson, remember } from '../../platform/storage.ts';
import { INTERVALS, type Interval } from './facts.ts';

type ChartScreen = 'options' | 'exchange';
interface Kept {
  readonly intervals?: Partial<Record<ChartScreen, Interval>>;
  readonly open?: Partial<Record<ChartScreen, boolean>>;
}

const FIRST_INTERVAL: Interval = 'D';

const kept = (): Kept => recallJson<Kept>('charts') ?? {};
const keep = (change: Kept): void => remember('charts', JSON.stringify({ ...kept(), ...change }));

/** The interval last chosen on a screen, a day at first, and how to change it. */
export function useChartInterval(screen: ChartScreen): readonly [Interval, (interval: Interval) => void] {
  const [interval, setShown] = useState(() => {
    const last = kept().intervals?.[screen];
    return INTERVALS.some((each) => each.interval === last) && last !== undefined ? last : FIRST_INTERVAL;
  });
  return [
    interval,
    (next) => {
      keep({ intervals: { ...kept().intervals, [screen]: next } });
      setShown(next);
    },
  ];
}

/** Whether a screen's chart is open, and how to change it; closed at first. */
export function useChartOpen(screen: ChartScreen): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setShown] = useState(() => kept().open?.[screen] === true);
  return [
    isOpen,
    (next) => {
      keep({ open: { ...kept().open, [screen]: next } });
      setShown(next);
    },
  ];
}
