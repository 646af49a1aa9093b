import { checkReceipt, type Receipt, type ReceiptCheck, type VerifierKey } from '@plimsoll/proof/log';
import { withSignatures } from './signatures.ts';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isReceipt(value: unknown): value is Receipt {
  if (!isFields(value) || typeof value['entry'] !== 'string') return false;
  const { salt, signature, index, proof, checkpoint } = value;
  return (
    (salt === null || typeof salt === 'string') &&
    'opened' in value &&
    isFields(signature) &&
    typeof signature['i'] === 'number' &&
    isTexts(signature['path']) &&
    typeof signature['note'] === 'string' &&
    (index === null || typeof index === 'number') &&
    (proof === null || isTexts(proof)) &&
    (checkpoint === null || typeof checkpoint === 'string')
  );
}

/** The receipts of a file: one, or the list that the server answered; undefined for anything else. */
export function readReceipts(text: string): readonly Receipt[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = isFields(value) && Array.isArray(value['list']) ? value['list'] : [value];
  const receipts = list.filter((each) => isReceipt(each));
  return receipts.length > 0 && receipts.length === list.length ? receipts : undefined;
}

/** A receipt with what its check found. */
export interface CheckedReceipt {
  readonly receipt: Receipt;
  readonly check: ReceiptCheck;
}

/**
 * Checks receipts step by step (PROOF 3) against these keys.
 * @throws DOMException where the browser has no Ed25519
 */
export const checkReceipts = (
  receipts: readonly Receipt[],
  logKeys: readonly VerifierKey[],
  nowMs: number,
): Promise<readonly CheckedReceipt[]> =>
  withSignatures((verify) =>
    receipts.map((receipt) => ({ receipt, check: checkReceipt(receipt, { logKeys, witnesses: [], verify, nowMs }) })),
  );
