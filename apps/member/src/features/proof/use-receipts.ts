import type { Receipt } from '@plimsoll/proof/log';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { readLogKeys } from './log-files.ts';
import type { ReceiptOf } from './receipt-address.ts';
import { checkReceipts, type CheckedReceipt } from './receipt-check.ts';
import { hexOf, isWithoutEd25519 } from './signatures.ts';

const UNTIL_LOGGED_MS = 2_000;
const UNTIL_THERE_MS = 5_000;

/** What the server gave, as it is saved, and what this browser found. */
export interface Receipts {
  readonly list: readonly Receipt[];
  /** Undefined where this browser has no Ed25519. */
  readonly checked: readonly CheckedReceipt[] | undefined;
  /** The file's text: what `verify.py receipt` and /proof take. */
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
}

async function readReceiptsOf({ kind, id }: ReceiptOf, signal: AbortSignal): Promise<Receipts> {
  const [{ list }, keys] = await Promise.all([
    post('getReceipt', { kind, id }, { signal, quiet: true }),
    readLogKeys(signal),
  ]);
  const text = JSON.stringify({ list });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const checked = await checkReceipts(list, keys, Date.now()).catch((error: unknown) => {
    if (isWithoutEd25519(error)) return undefined;
    throw error;
  });
  return { list, checked, text, hash: hexOf(new Uint8Array(digest)) };
}

/** Whether there is more to come: a place in the log, or an option's end. */
function nextInMs({ list }: Receipts): number | false {
  if (list.some(({ index }) => index === null)) return UNTIL_LOGGED_MS;
  const has = (type: string) => list.some(({ entry }) => entry.includes(`"t":"${type}"`));
  return has('option-taken') && !has('option-settled') ? UNTIL_THERE_MS : false;
}

/** The receipts of something of the member's, checked here; asked for again until the log has all of them. */
export const useReceipts = (of: ReceiptOf) =>
  useQuery({
    queryKey: ['receipts', of.kind, of.id],
    queryFn: ({ signal }) => readReceiptsOf(of, signal),
    refetchInterval: ({ state: { data } }) => (data ? nextInMs(data) : UNTIL_THERE_MS),
    // A receipt of before is not what the log says now.
    gcTime: 0,
  });
