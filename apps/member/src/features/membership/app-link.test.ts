import { expect, test } from 'vitest';
import { appLink, isAddedByHand } from './app-link.ts';

const both = { ios_url: 'https://apps.example/ios', android_url: 'https://apps.example/android' };
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

test('each device is offered its own app', () => {
  expect(appLink(both, IPHONE)).toBe(both.ios_url);
  expect(appLink(both, ANDROID)).toBe(both.android_url);
  expect(appLink(both, LAPTOP)).toBe(both.android_url);
});
test("a phone is not offered the other system's app; a laptop is offered any", () => {
  expect(appLink({ ...both, android_url: '' }, ANDROID)).toBeNull();
  expect(appLink({ ...both, android_url: '' }, LAPTOP)).toBe(both.ios_url);
});
test('only web addresses are links', () => {
  expect(appLink({ ios_url: 'javascript:alert(1)', android_url: '' }, IPHONE)).toBeNull();
});

test('only a browser of an iPhone or iPad, and not the added app, shows how to add it', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15';
  expect(isAddedByHand({ userAgent: iphone, maxTouchPoints: 5, standalone: false })).toBe(true);
  expect(isAddedByHand({ userAgent: iphone, maxTouchPoints: 5, standalone: true })).toBe(false);
  // An iPad reports to be a Mac; a Mac has no touch screen.
  expect(isAddedByHand({ userAgent: mac, maxTouchPoints: 5 })).toBe(true);
  expect(isAddedByHand({ userAgent: mac, maxTouchPoints: 0 })).toBe(false);
  expect(isAddedByHand({ userAgent: 'Mozilla/5.0 (Linux; Android 15)', maxTouchPoints: 5 })).toBe(false);
});
