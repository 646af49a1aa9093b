import {
  checkpointText,
  entryLine,
  formatSum,
  formatVerifierKey,
  joinNote,
  leafHash,
  leafNonce,
  parseVerifierKey,
  signText,
  sumLeaf,
  sumNode,
  sumStep,
  type Checkpoint,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { post } from '../../platform/client.ts';
import { isInHead, readLogHead, readLogKeys } from './log-files.ts';
import { readCounted } from './owed-check.ts';

vi.mock('../../platform/client.ts', () => ({
  get: vi.fn<() => Promise<unknown>>(),
  post: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('./log-files.ts', () => ({
  isInHead: vi.fn<() => Promise<unknown>>(),
  readLogHead: vi.fn<() => Promise<unknown>>(),
  readLogKeys: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('./signatures.ts', () => ({
  isWithoutEd25519: () => false,
  withSignatures: async (check: (verify: () => boolean) => unknown) => check(() => true),
}));

const key: VerifierKey = { name: 'plimsoll.example/log', type: 'ed25519', publicKey: new Uint8Array(32).fill(7) };
const SALT = '07'.repeat(32);

/** A proof of two leaves of `ada`, alone in its log. */
function proofOf() {
  const nonce = (part: number) => leafNonce({ epoch: 3, owner: 'ada', part, parts: 2, salt: SALT });
  const [left, right] = [sumLeaf(nonce(1), [1n]), sumLeaf(nonce(2), [2n])];
  const top = sumNode(left, right);
  const root = [...top.hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const totals = [formatSum(3n)];
  const head = { epoch: 3, root, coins: ['USDT'], totals, leaves: 2, batch: 1, house: [] };
  const entry = entryLine('liabilities', '2026-11-22T12:00:00.000Z', head);
  const text = checkpointText({ origin: key.name, size: 1, root: leafHash(new TextEncoder().encode(entry)) });
  const checkpoint = joinNote(text, [signText(text, key, () => new Uint8Array(64))]);
  const leaves = [
    { part: 1, salt: SALT, amounts: [formatSum(1n)], path: [sumStep('right', right)] },
    { part: 2, salt: SALT, amounts: [formatSum(2n)], path: [sumStep('left', left)] },
  ];
  return { epoch: 3, coins: ['USDT'], owner: 'ada', leaves, root, entry, index: 0, proof: [], checkpoint };
}

const read = (username: string) => {
  vi.mocked(post).mockImplementation((name: string) =>
    Promise.resolve((name === 'getusr' ? { username } : proofOf()) as never),
  );
  return readCounted(new QueryClient(), undefined, new AbortController().signal);
};

beforeEach(() => {
  vi.mocked(readLogKeys).mockResolvedValue([parseVerifierKey(formatVerifierKey(key)) ?? key]);
  const checkpoint: Checkpoint = { origin: key.name, size: 1, root: new Uint8Array(32) };
  vi.mocked(readLogHead).mockResolvedValue({ checkpoint, note: '', keys: [key], isSigned: true, witnesses: [] });
  vi.mocked(isInHead).mockResolvedValue(true);
});

test('a member’s own leaves in the log that everybody sees are counted', async () => {
  expect(await read('ada')).toMatchObject({ failed: undefined, sums: ['0.00000003'] });
});

test('the leaves of another name are not the member’s, though each step of them holds', async () => {
  expect(await read('bob')).toBe('none');
});

test('what is not in the log that everybody is served fails', async () => {
  vi.mocked(isInHead).mockResolvedValue(false);
  expect(await read('ada')).toMatchObject({ failed: 'inclusion', sums: [] });
});
