import { createPublicKey, verify } from 'node:crypto';
import type { Answers } from '@plimsoll/client';
import {
  checkReceipt,
  parseVerifierKey,
  type Receipt,
  type VerifierKey,
  type VerifySignature,
} from '@plimsoll/proof/log';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';
import { tool, type Tool } from './tool.ts';

const KINDS = ['option', 'fill', 'recharge', 'withdraw', 'exchange', 'transfer', 'send', 'journal'] as const;
const input = z.strictObject({
  kind: z.enum(KINDS).describe('fill: of a spot order; journal: of a line of the ledger'),
  id: z.string().max(20).describe('Its number'),
});

const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');
const verifySignature: VerifySignature = (publicKey, message, signature) =>
  publicKey.length === 32 &&
  signature.length === 64 &&
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

type Listed = Answers<'getReceipt'>['list'][number];
/** As the check takes it: the wire's receipt is the proof's. */
const receiptOf = (listed: Listed): Receipt => listed;

const keysIn = (text: string): readonly VerifierKey[] =>
  text.split('\n').flatMap((line) => parseVerifierKey(line) ?? []);

async function check(exchange: Exchange, given: z.output<typeof input>, nowMs: number) {
  const [{ list }, logKeys] = await Promise.all([
    exchange.call('getReceipt', given),
    exchange.text('/log/vkey').then(keysIn),
  ]);
  const checks = list.map((listed) => {
    const { passed, failed, isPending, witnesses } = checkReceipt(receiptOf(listed), {
      logKeys,
      witnesses: [],
      verify: verifySignature,
      nowMs,
    });
    return {
      entry: listed.entry,
      opened: listed.opened,
      index: listed.index,
      passed,
      failed: failed ?? null,
      isPending,
      witnesses,
    };
  });
  return { holds: checks.length > 0 && checks.every(({ failed }) => failed === null), checks };
}

/** What proves what happened. */
export const receiptTools: readonly Tool[] = [
  tool({
    name: 'receipts',
    title: 'Receipts',
    description:
      'The receipts of an order’s fills, an option, a deposit, a transfer or a line of the ledger, from the public log.',
    input,
    run: (given, { exchange }) => exchange.call('getReceipt', given),
  }),
  tool({
    name: 'check_receipts',
    title: 'Check receipts',
    description:
      'Checks the same receipts here, step by step: the entry, what it commits to, the log’s signature, and its inclusion in the log, with the keys that the log publishes.',
    input,
    run: (given, { exchange }) => check(exchange, given, exchange.nowMs()),
  }),
];
