import type { TimelineStep } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { depositSteps, withdrawalSteps, type FundingStep } from './funding-steps.ts';

const at = (minute: number): string => `2026-03-21T13:0${minute}:00.000Z`;
const past = (step: TimelineStep['step'], minute: number, by: number | null = null): TimelineStep => ({
  step,
  at: at(minute),
  by,
});
const outline = (steps: readonly FundingStep[]) => steps.map(({ key, state, by }) => [key, state, by]);
const REQUESTED = past('requested', 0);

test('a withdrawal that one operator approves waits for that one, and is sent by the same action', () => {
  expect(outline(withdrawalSteps({ timeline: [REQUESTED], approvals_needed: 1 }))).toEqual([
    ['requested', 'done', undefined],
    ['approval', 'now', undefined],
    ['sent', 'next', undefined],
  ]);
  const sent = withdrawalSteps({ timeline: [REQUESTED, past('sent', 2, 4)], approvals_needed: 1 });
  expect(outline(sent)).toEqual([
    ['requested', 'done', undefined],
    ['approval', 'done', 4],
    ['sent', 'done', 4],
  ]);
  expect(sent.map((each) => each.at)).toEqual([at(0), at(2), at(2)]);
});

test('with two approvals the missing one is the present step, and both operators are named once it is sent', () => {
  expect(outline(withdrawalSteps({ timeline: [REQUESTED], approvals_needed: 2 }))).toEqual([
    ['requested', 'done', undefined],
    ['firstApproval', 'now', undefined],
    ['secondApproval', 'next', undefined],
    ['sent', 'next', undefined],
  ]);
  expect(outline(withdrawalSteps({ timeline: [REQUESTED, past('approved', 1, 4)], approvals_needed: 2 }))).toEqual([
    ['requested', 'done', undefined],
    ['firstApproval', 'done', 4],
    ['secondApproval', 'now', undefined],
    ['sent', 'next', undefined],
  ]);
  const both = [
    ['requested', 'done', undefined],
    ['firstApproval', 'done', 4],
    ['secondApproval', 'done', 7],
    ['sent', 'done', 7],
  ];
  expect(
    outline(
      withdrawalSteps({ timeline: [REQUESTED, past('approved', 1, 4), past('sent', 2, 7)], approvals_needed: 2 }),
    ),
  ).toEqual(both);
  expect(
    outline(
      withdrawalSteps({
        timeline: [REQUESTED, past('approved', 1, 4), past('approved', 2, 7), past('sent', 2, 7)],
        approvals_needed: 2,
      }),
    ),
  ).toEqual(both);
});

test('a refusal ends a withdrawal: earlier approvals stay, later steps are gone', () => {
  expect(outline(withdrawalSteps({ timeline: [REQUESTED, past('refused', 1, 4)], approvals_needed: 1 }))).toEqual([
    ['requested', 'done', undefined],
    ['refused', 'bad', 4],
  ]);
  expect(
    outline(
      withdrawalSteps({ timeline: [REQUESTED, past('approved', 1, 4), past('refused', 2, 7)], approvals_needed: 2 }),
    ),
  ).toEqual([
    ['requested', 'done', undefined],
    ['firstApproval', 'done', 4],
    ['refused', 'bad', 7],
  ]);
});

test('a deposit is received, compared and credited, or refused', () => {
  expect(outline(depositSteps({ timeline: [REQUESTED] }))).toEqual([
    ['received', 'done', undefined],
    ['compared', 'now', undefined],
    ['credited', 'next', undefined],
  ]);
  expect(outline(depositSteps({ timeline: [REQUESTED, past('credited', 3, 2)] }))).toEqual([
    ['received', 'done', undefined],
    ['compared', 'done', 2],
    ['credited', 'done', 2],
  ]);
  expect(outline(depositSteps({ timeline: [REQUESTED, past('refused', 3, 2)] }))).toEqual([
    ['received', 'done', undefined],
    ['refused', 'bad', 2],
  ]);
});
