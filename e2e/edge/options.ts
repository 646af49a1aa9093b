import { parseArgs } from 'node:util';
import { whole } from '../support/arguments.ts';

export interface EdgeOptions {
  readonly seeds: readonly string[];
  readonly decisions: number;
  /** Symbols; empty for all of the demo's. */
  readonly markets: readonly string[];
  readonly file: string | undefined;
  readonly rules: 'marks' | 'last-trade';
  /** Every row, not only the best market of each strategy. */
  readonly all: boolean;
}

const USAGE =
  'usage: npm run edge -- [candles.csv] [--seeds 1,2,3] [--decisions N] [--markets btcusdt,…] [--rules marks|last-trade] [--all]';

/** Reads the command line. @throws Error that names the wrong option. */
export function readOptions(args: readonly string[]): EdgeOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      decisions: { type: 'string', default: '21000' },
      markets: { type: 'string', default: '' },
      rules: { type: 'string', default: 'marks' },
      all: { type: 'boolean', default: false },
    },
  });
  const seeds = values.seeds.split(',');
  if (positionals.length > 1 || seeds.some((seed) => !/^[A-Za-z0-9-]{1,40}$/.test(seed))) throw new Error(USAGE);
  const { rules } = values;
  if (rules !== 'marks' && rules !== 'last-trade') throw new Error(USAGE);
  const markets = values.markets === '' ? [] : values.markets.split(',');
  return {
    seeds,
    decisions: whole('decisions', values.decisions),
    markets,
    file: positionals[0],
    rules,
    all: values.all,
  };
}
