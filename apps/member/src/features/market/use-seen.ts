import { useEffect } from 'react';
import { noteSeen } from './recent.ts';

/** Notes the market that a screen shows among those seen; nothing while it is empty. */
export const useSeen = (symbol: string): void =>
  useEffect(() => {
    if (symbol !== '') noteSeen(symbol);
  }, [symbol]);
