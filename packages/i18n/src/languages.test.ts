import { expect, test, vi } from 'vitest';
import { chooseLanguage, languageOf, LANGUAGES, readLanguageCode } from './languages.ts';
import { formatRelative } from './relative.ts';
import { formatTime } from './times.ts';

const written = ['en', 'ar', 'zh-cn'] as const;

test('every tag is one Intl knows', () => {
  expect(Intl.getCanonicalLocales(LANGUAGES.map((each) => each.tag))).toHaveLength(26);
  expect(languageOf('cr').tag).toBe('hr');
  expect(languageOf('zh-TW').tag).toBe('zh-Hant');
});

test('a code is read in any case, and nothing else is', () => {
  expect(readLanguageCode(' ZH-tw ')).toBe('zh-TW');
  for (const unknown of ['', 'xx', 'hr', 'zh', null, undefined, '__proto__'])
    expect(readLanguageCode(unknown)).toBeUndefined();
});

test('a stored choice comes before the browser', () => {
  expect(chooseLanguage('fa', ['ar'], written)).toBe('fa');
  expect(chooseLanguage('nonsense', ['ar'], written)).toBe('ar');
});

test('any Chinese browser meets Chinese', () => {
  for (const tag of ['zh', 'zh-CN', 'zh-Hant-TW', 'ZH-hk'])
    expect(chooseLanguage(null, [tag, 'ar'], written)).toBe('zh-cn');
});

test('a browser meets its own language where words are written, else English', () => {
  expect(chooseLanguage(null, ['ar-EG'], written)).toBe('ar');
  expect(chooseLanguage(null, ['de', 'ar'], written)).toBe('ar');
  expect(chooseLanguage(null, ['de'], written)).toBe('en');
  expect(chooseLanguage(null, [], written)).toBe('en');
});

test('a time is written in the language, in 0–9', () => {
  const at = Date.UTC(2026, 10, 20, 14, 5, 9);
  expect(formatTime(at, { language: 'en', style: 'time', timeZone: 'UTC' })).toBe('14:05:09');
  expect(formatTime('2026-11-20T14:05:09.000Z', { language: 'ar', style: 'time', timeZone: 'UTC' })).toBe('14:05:09');
});

test('a distance in time is shown in its largest whole unit', () => {
  expect(formatRelative(0, 3_500, { language: 'en' })).toBe('3 sec. ago');
  expect(formatRelative(7_200_000, 0, { language: 'en' })).toBe('in 2 hr.');
  expect(formatRelative(0, 400, { language: 'en' })).toBe('0 sec. ago');
});

test('a language that the browser does not know has its times in numbers, and nothing of another language', () => {
  const known = vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf').mockReturnValue([]);
  const at = Date.UTC(2026, 10, 20, 14, 5, 9);
  expect(formatTime(at, { language: 'la', style: 'full', timeZone: 'UTC' })).toBe('20/11/2026, 14:05');
  expect(formatTime(at, { language: 'la', style: 'moment', timeZone: 'UTC' })).toBe('20/11, 14:05:09');
  expect(formatRelative(at, at + 60_000, { language: 'la' })).toMatch(/^[0-9/:, ]+$/);
  known.mockRestore();
});
