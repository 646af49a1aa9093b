import { operatorCalls, ROLES, type Role } from '@plimsoll/contract/operator';
import { expect, test, vi } from 'vitest';

vi.mock('virtual:plimsoll/rights', () => ({ default: {} }));
const { mayDo } = await import('./rights.ts');

const TABLE: Readonly<Record<string, Role>> = Object.fromEntries(
  operatorCalls.flatMap(({ method, path, role }) => (role === null ? [] : [[`${method} ${path}`, role]])),
);
const may = (role: Role, resource: string, action: string) => mayDo(role, resource, action, TABLE);

test("a decision is offered to the contract's minimum role and above", () => {
  expect(ROLES.filter((role) => may(role, 'recharges', 'approve'))).toEqual(['clerk', 'treasurer', 'owner']);
  expect(ROLES.filter((role) => may(role, 'withdrawals', 'approve'))).toEqual(['treasurer', 'owner']);
  expect(ROLES.filter((role) => may(role, 'operators', 'list'))).toEqual(['owner']);
});

test('a viewer may read and change nothing', () => {
  expect(may('viewer', 'recharges', 'list')).toBe(true);
  expect(may('viewer', 'recharges', 'show')).toBe(true);
  expect(may('viewer', 'recharges', 'reject')).toBe(false);
});

test('an action without a call is offered to nobody', () => {
  expect(may('owner', 'recharges', 'delete')).toBe(false);
  expect(may('owner', 'outcomes', 'edit')).toBe(false);
});

test('a list inside a record has the right of its call, whatever the id', () => {
  expect(may('viewer', 'members/7/bills', 'list')).toBe(true);
  expect(may('owner', 'members/7/secrets', 'list')).toBe(false);
});

test('a single resource is changed without an id', () => {
  expect(mayDo('owner', 'settings', 'edit', { 'PATCH /settings': 'owner' })).toBe(true);
  expect(mayDo('treasurer', 'settings', 'edit', { 'PATCH /settings': 'owner' })).toBe(false);
});
