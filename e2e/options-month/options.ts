import { parseArgs } from 'node:util';
import { above0, whole } from '../support/arguments.ts';

export interface MonthOptions {
  /** A CSV of 1-minute candles of btcusdt. */
  readonly file: string;
  readonly members: number;
  /** Replay speed: at least 30, where a minute shows four trades. */
  readonly speed: number;
  readonly minutes: number;
  readonly seed: string;
}

const USAGE = 'usage: npm run options-month -- FILE.csv [--members 20] [--speed 3600] [--minutes 7] [--seed quay]';
const SLOWEST = 30;

/**
 * Reads the command line. The defaults cross 1 to 21 March 2023. @throws Error that names a missing or wrong option.
 */
export function readOptions(args: readonly string[]): MonthOptions {
  const text = (usual: string) => ({ type: 'string', default: usual }) as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { members: text('20'), speed: text('3600'), minutes: text('7'), seed: text('quay') },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error(USAGE);
  const speed = above0('speed', values.speed);
  if (speed < SLOWEST) throw new Error(`--speed must be at least ${SLOWEST}.`);
  return {
    file,
    members: whole('members', values.members),
    speed,
    minutes: above0('minutes', values.minutes),
    seed: values.seed,
  };
}
