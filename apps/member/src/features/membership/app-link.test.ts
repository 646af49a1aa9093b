import { expect, test } from 'vitest';
import { appLink } from './app-link.ts';

const both = { ios_url: 'https://apps.example/ios', android_url: 'https://apps.example/android' };
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64)';

test('each device gets its own app', () => {
  expect(appLink(both, IPHONE)).toBe(both.ios_url);
  expect(appLink(both, ANDROID)).toBe(both.android_url);
  expect(appLink(both, DESK)).toBe(both.android_url);
});
test('a phone is not offered the other kind\'s app; a desk is offered what there is', () => {
  expect(appLink({ ...both, android_url: '' }, ANDROID)).toBeNull();
  expect(appLink({ ...both, android_url: '' }, DESK)).toBe(both.ios_url);
});
test('only web addresses are links', () => {
  expect(appLink({ ios_url: 'javascript:alert(1)', android_url: '' }, IPHONE)).toBeNull();
});
