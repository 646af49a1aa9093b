import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Days of data of versions that were released, each in a file of its own. */
export const DAYS = import.meta.dirname;

/** The SECRET of each day's backup and log. */
export const SECRET = 'of a kept day alone';

/** A receipt, or receipts, that a member was given. */
export interface KeptReceipts {
  readonly memberId: string;
  readonly kind: 'option' | 'fill' | 'recharge' | 'withdraw' | 'exchange' | 'transfer' | 'send' | 'journal';
  readonly id: string;
  readonly list: readonly unknown[];
}

/** What a version answered at the end of its day. */
export interface KeptAnswers {
  /** The clock's time then. */
  readonly nowMs: number;
  readonly members: readonly {
    readonly id: string;
    readonly username: string;
    readonly password: string;
    /** By the call's name, each row of the list by its id. */
    readonly lists: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
  readonly balances: readonly unknown[];
  readonly receipts: readonly KeptReceipts[];
  /** Of the public log. */
  readonly vkey: string;
  /** A member's part of what is owed. */
  readonly liabilities: unknown;
}

/** A day of a version: its own backup, and what it answered of it. */
export interface KeptDay {
  readonly version: string;
  readonly answers: KeptAnswers;
  /** The backup's files by their paths, in base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** All rows of the accounts, as text and in one order. */
export const BALANCES = `
  select coalesce(house, member_id || '.' || type) || '.' || coin_id as account, available::text, frozen::text
  from ledger_account order by 1`;

/** Calls of lists that a member has. */
export const LISTS = [
  'tradegetOrderList',
  'getHyOrderList',
  'getLoanRecords',
  'getMiningMachineOrders',
  'getStakingOrderList',
  'getInternalTransferList',
  'getRechargeList',
  'getWithdrawList',
] as const;

/** Writes a day into one file. @returns its size in bytes. */
export async function keepDay(path: string, day: Omit<KeptDay, 'files'>, backup: string): Promise<number> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files[file.slice(backup.length + 1)] = (await readFile(file)).toString('base64');
  }
  const packed = brotliCompressSync(JSON.stringify({ ...day, files }), {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  await writeFile(path, packed);
  return packed.length;
}

/** Reads a day, and puts its backup into an empty folder. */
export async function openDay(version: string, backup: string): Promise<KeptDay> {
  const packed = await readFile(join(DAYS, `day-of-${version}.json.br`));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by keepDay
  const day = JSON.parse(brotliDecompressSync(packed).toString()) as KeptDay;
  for (const [path, content] of Object.entries(day.files)) {
    await mkdir(dirname(join(backup, path)), { recursive: true });
    await writeFile(join(backup, path), Buffer.from(content, 'base64'));
  }
  return day;
}
