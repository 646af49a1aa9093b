import { memberCalls } from '@plimsoll/contract';
import { operatorCalls } from '@plimsoll/contract/operator';
import { expect, test } from 'vitest';
import { consoleReads, memberReads } from './reads.ts';
import { SUBMITS } from './submits.ts';

test('every call that moves money is measured with a million members', () => {
  const submitted = new Set(SUBMITS.filter(({ isUnmeasured }) => !isUnmeasured).map(({ call }) => call));
  expect(
    memberCalls.filter(({ idempotent, name }) => idempotent && !submitted.has(name)).map(({ name }) => name),
  ).toEqual([]);
});

test('every list of the console is measured, by each status it can be narrowed to', () => {
  const read = new Set(consoleReads.map(({ call }) => call));
  expect(
    operatorCalls.filter(({ method, path }) => method === 'GET' && path !== '/session' && !read.has(path)),
  ).toEqual([]);
  const statuses = consoleReads
    .filter(({ call, fields }) => call === '/spot-orders' && fields['status'] !== undefined)
    .map(({ fields }) => fields['status']);
  expect(new Set(statuses)).toEqual(new Set(['1', '2', '3']));
});

test('every list of a member is measured', () => {
  const read = new Set(memberReads.map(({ call }) => call));
  expect(
    [
      'getBillList',
      'tradegetOrderList',
      'getHyOrderList',
      'getNoticeList',
      'getSignIns',
      'getusraddress',
      'getUserBalanceList',
    ].filter((name) => !read.has(name)),
  ).toEqual([]);
});

test('what undoes comes after what it undoes', () => {
  const madeBefore = (place: number) => SUBMITS.slice(0, place).map(({ call, makes }) => makes ?? call);
  expect(
    SUBMITS.filter(({ undoes }, place) => undoes !== undefined && !madeBefore(place).includes(undoes)).map(
      ({ call }) => call,
    ),
  ).toEqual([]);
});
