import { expect, test } from 'vitest';
import { secondApproval } from './four-eyes.ts';

const proposal = { status: 1, proposed: { by: 7 } } as const;

test('the second approval is open to any other operator who may approve, never to the proposer', () => {
  expect(secondApproval(proposal, { id: 8, mayApprove: true })).toBe('yours');
  expect(secondApproval(proposal, { id: 7, mayApprove: true })).toBe('others');
  expect(secondApproval(proposal, { id: 8, mayApprove: false })).toBe('higher');
});

test('a decided proposal has no open approval', () => {
  expect(secondApproval({ ...proposal, status: 2 }, { id: 8, mayApprove: true })).toBe('given');
  expect(secondApproval({ ...proposal, status: 3 }, { id: 8, mayApprove: true })).toBe('refused');
});
