import type { Messages } from 'use-intl';
import { expect, test } from 'vitest';
import { languageOf, type LanguageCode } from './languages.ts';
import { Speech, type LoadedMessages, type Spoken } from './speech.ts';

/** A speech whose loads end when the test says; each text names its language and slice. */
function stage() {
  const loads: {
    code: LanguageCode;
    slices: readonly string[];
    arrive: () => Promise<void>;
    fail: () => Promise<void>;
  }[] = [];
  const shown: string[] = [];
  let spoken: Spoken | null = null;
  const speech = new Speech({
    load: (code, slices) =>
      new Promise<LoadedMessages>((resolve, reject) => {
        const messages = Object.fromEntries(['app', ...slices].map((slice) => [slice, `${code} ${slice}`]));
        loads.push({
          code,
          slices,
          arrive: async () => {
            resolve({ messages: messages as unknown as Messages, language: languageOf(code) });
            await settled();
          },
          fail: async () => {
            reject(new Error('offline'));
            await settled();
          },
        });
      }),
    spoken: {
      get: () => spoken,
      set: (next) => {
        spoken = next;
        shown.push(Object.values<unknown>(next.messages).map(String).join(', '));
      },
    },
  });
  const load = (at: number) => {
    const found = loads[at];
    if (!found) throw new Error(`there was no load ${at}`);
    return found;
  };
  return { speech, loads, shown, load, now: () => spoken };
}

/** Lets pending promises settle. */
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

async function speakingEnglish() {
  const parts = stage();
  const speaking = parts.speech.speak('en');
  await parts.load(0).arrive();
  await speaking;
  return parts;
}

test('a language is current once its words are loaded, not before', async () => {
  const { speech, load, now } = stage();
  const speaking = speech.speak('en');
  expect(now()).toBeNull();
  await load(0).arrive();
  await speaking;
  expect(now()).toMatchObject({ code: 'en', language: { tag: 'en' }, messages: { app: 'en app' } });
});

test('a screen waits for its words, which join the current ones', async () => {
  const { speech, load, shown } = await speakingEnglish();
  let isDrawn = false;
  const drawing = speech.bring(['spot']).then(() => {
    isDrawn = true;
  });
  expect(load(1).slices).toEqual(['spot']);
  await settled();
  expect(isDrawn).toBe(false);
  await load(1).arrive();
  await drawing;
  expect(shown.at(-1)).toBe('en app, en spot');
});

test('loaded words are not loaded again', async () => {
  const { speech, load, loads, shown } = await speakingEnglish();
  const bringing = speech.bring(['spot']);
  await load(1).arrive();
  await bringing;
  await speech.bring(['spot']);
  await speech.bring([]);
  expect(loads).toHaveLength(2);
  expect(shown).toHaveLength(2);
});

test('a new language is current once the words of every slice in use are loaded', async () => {
  const { speech, load, shown } = await speakingEnglish();
  const bringing = speech.bring(['spot', 'market']);
  await load(1).arrive();
  await bringing;
  const speaking = speech.speak('ar');
  expect(load(2)).toMatchObject({ code: 'ar', slices: ['spot', 'market'] });
  await load(2).arrive();
  await speaking;
  expect(shown).toEqual(['en app', 'en app, en spot, en market', 'ar app, ar spot, ar market']);
});

test('when a language is unavailable the old one stays, and the change can be repeated', async () => {
  const { speech, load, now } = await speakingEnglish();
  const speaking = speech.speak('ar');
  await Promise.all([expect(speaking).rejects.toThrow('offline'), load(1).fail()]);
  expect(now()?.code).toBe('en');
  const again = speech.speak('ar');
  await load(2).arrive();
  await again;
  expect(now()?.code).toBe('ar');
});

test('words that arrive after the language changed are not mixed into it', async () => {
  const { speech, load, loads, shown } = await speakingEnglish();
  const bringing = speech.bring(['spot']);
  const speaking = speech.speak('ar');
  expect(load(2)).toMatchObject({ code: 'ar', slices: ['spot'] });
  await load(2).arrive();
  await speaking;
  await load(1).arrive();
  await bringing;
  expect(shown).toEqual(['en app', 'ar app, ar spot']);
  expect(loads).toHaveLength(3);
});

test('a screen added while the language changes has its words in the new one', async () => {
  const { speech, load, now } = await speakingEnglish();
  const speaking = speech.speak('ar');
  const bringing = speech.bring(['spot']);
  await load(1).arrive();
  expect(now()?.code).toBe('en');
  expect(load(3)).toMatchObject({ code: 'ar', slices: ['spot'] });
  await load(2).arrive();
  await bringing;
  expect(now()?.messages).toMatchObject({ app: 'en app', spot: 'en spot' });
  await load(3).arrive();
  await speaking;
  expect(now()?.messages).toEqual({ app: 'ar app', spot: 'ar spot' });
});

test('a screen whose words are unavailable gets an error and may ask again', async () => {
  const { speech, load, now } = await speakingEnglish();
  const bringing = speech.bring(['spot']);
  await Promise.all([expect(bringing).rejects.toThrow('offline'), load(1).fail()]);
  const again = speech.bring(['spot']);
  await load(2).arrive();
  await again;
  expect(now()?.messages).toHaveProperty('spot');
});

test('words asked for before any language is current are loaded with the first', async () => {
  const { speech, load, now } = stage();
  await speech.bring(['spot']);
  const speaking = speech.speak('en');
  await load(0).arrive();
  await speaking;
  expect(now()?.messages).toEqual({ app: 'en app', spot: 'en spot' });
});
