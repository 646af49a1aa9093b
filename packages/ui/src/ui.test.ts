import { describe, expect, test } from 'vitest';
import { wayBetween, wayOf } from './change.ts';
import { hueOf } from './coin-mark.tsx';
import { pulled, PULL_ENOUGH } from './pull.ts';
import { tabAfter } from './tabs.tsx';
import { withToast, type ToastMessage } from './toast.ts';

describe('which way a figure went', () => {
  test('follows its sign, and is flat when it is zero', () => {
    expect(wayOf('+1.23')).toBe('up');
    expect(wayOf('-0.40')).toBe('down');
    expect(wayOf('+0.00')).toBe('flat');
    expect(wayOf('-0.00')).toBe('flat');
  });
  test('is compared exactly, whatever the number of places', () => {
    expect(wayBetween('187.4', '187.40000000')).toBe('flat');
    expect(wayBetween('99999999999999.00000001', '99999999999999.00000002')).toBe('up');
    expect(wayBetween('1', '0.99999999')).toBe('down');
    expect(wayBetween('-2', '-1.5')).toBe('up');
    expect(wayBetween('0.5', '-0.5')).toBe('down');
  });
});

describe('arrow keys on tabs', () => {
  test('go round, and to the ends', () => {
    expect(tabAfter('ArrowRight', 2, 3, false)).toBe(0);
    expect(tabAfter('ArrowLeft', 0, 3, false)).toBe(2);
    expect(tabAfter('Home', 2, 3, false)).toBe(0);
    expect(tabAfter('End', 0, 3, false)).toBe(2);
  });
  test('are mirrored from right to left', () => {
    expect(tabAfter('ArrowLeft', 0, 3, true)).toBe(1);
    expect(tabAfter('ArrowRight', 0, 3, true)).toBe(2);
  });
  test('leave other keys alone', () => {
    expect(tabAfter('Enter', 0, 3, false)).toBeUndefined();
  });
});

describe('toasts', () => {
  const toast = (id: number, text: string): ToastMessage => ({ id, kind: 'info', text });
  test('of the same words are shown again, not stacked', () => {
    expect(withToast([toast(1, 'a'), toast(2, 'b')], toast(3, 'a'))).toEqual([toast(2, 'b'), toast(3, 'a')]);
  });
  test('are three at most; the oldest is dropped', () => {
    const full = [toast(1, 'a'), toast(2, 'b'), toast(3, 'c')];
    expect(withToast(full, toast(4, 'd')).map((each) => each.id)).toEqual([2, 3, 4]);
  });
});

describe('a pull', () => {
  test('follows the finger down, ever slower, and never up', () => {
    expect(pulled(-20)).toBe(0);
    expect(pulled(40)).toBeGreaterThan(pulled(20));
    expect(pulled(40) - pulled(20)).toBeLessThan(pulled(20));
    expect(pulled(5000)).toBeLessThan(89);
  });
  test('of an inch is enough to reload, a shorter one is not', () => {
    expect(pulled(200)).toBeGreaterThan(PULL_ENOUGH);
    expect(pulled(60)).toBeLessThan(PULL_ENOUGH);
  });
});

test('an unknown coin always has the same hue', () => {
  expect(hueOf('ZZZ')).toBe(hueOf('ZZZ'));
  expect(hueOf('ZZZ')).toBeLessThan(360);
  expect(hueOf('BTC')).toBe(70);
});
