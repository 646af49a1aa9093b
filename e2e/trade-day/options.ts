import { parseArgs } from 'node:util';
import { above0, whole } from '../support/arguments.ts';

export interface TradeDayOptions {
  /** A CSV of 1-minute candles of btcusdt. */
  readonly file: string;
  readonly members: number;
  readonly speed: number;
  readonly minutes: number;
  readonly seed: string;
  /** First minute of the file to replay. */
  readonly fromMs: number;
  /** Average pause between two commands of a member. */
  readonly pauseMs: number;
}

const USAGE =
  'usage: npm run trade-day -- FILE.csv [--members 50] [--speed 600] [--minutes 11] [--seed quay] [--from 2023-03-09T12:00Z] [--pause-ms 500]';

/**
 * Reads the command line. The defaults cross 10 to 13 March 2023, Bitcoin's crash and recovery. @throws Error that
 * names a missing or wrong option.
 */
export function readOptions(args: readonly string[]): TradeDayOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      members: { type: 'string', default: '50' },
      speed: { type: 'string', default: '600' },
      minutes: { type: 'string', default: '11' },
      seed: { type: 'string', default: 'quay' },
      from: { type: 'string', default: '2023-03-09T12:00Z' },
      'pause-ms': { type: 'string', default: '500' },
    },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error(USAGE);
  const members = whole('members', values.members);
  const fromMs = Date.parse(values.from);
  if (Number.isNaN(fromMs)) throw new Error('--from must be a time such as 2023-03-09T12:00Z.');
  return {
    file,
    members,
    fromMs,
    seed: values.seed,
    speed: above0('speed', values.speed),
    minutes: above0('minutes', values.minutes),
    pauseMs: above0('pause-ms', values['pause-ms']),
  };
}
