import { parseArgs } from 'node:util';
import { whole } from '../support/arguments.ts';

export interface Options {
  readonly seed: string;
  readonly seeds: number;
  readonly members: number;
  readonly days: number;
}

const USAGE = 'usage: npm run simulate -- [--seed N] [--seeds COUNT] [--members M] [--days D]';

/** Reads the command line. @throws Error that names the wrong option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      members: { type: 'string', default: '5' },
      days: { type: 'string', default: '3' },
    },
  });
  if (!/^[A-Za-z0-9-]{1,40}$/.test(values.seed)) throw new Error(USAGE);
  const seeds = whole('seeds', values.seeds);
  if (seeds > 1 && !/^\d+$/.test(values.seed)) throw new Error('--seed must be a number when there are several.');
  return { seed: values.seed, seeds, members: whole('members', values.members), days: whole('days', values.days) };
}
