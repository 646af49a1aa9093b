import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { photograph } from './camera/photograph.ts';
import { readingSheets } from './camera/pages.ts';
import { contactSheet, writeIndex } from './camera/sheet.ts';
import { chromiumOptions } from './support/chromium.ts';
import { registerMember } from './support/member.ts';
import { SCREENS, show, storageFor } from './support/screens.ts';
import { startFreshServer } from './support/server.ts';
import { furnish } from './support/trader.ts';
import { messageOf } from './support/message-of.ts';

// `npm run shots`: photographs every screen into shots/, with a sheet per screen in shots/sheets/ and all of them in
// shots/index.html. Arguments select screens by prefix; `--pictures` takes the README's instead, `--sheets=de,ar` what a
// reader of these languages reads, many screens to a picture, in shots/reading/, `--day` by day.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHOTS = join(ROOT, 'shots');
const PICTURES = { home: 'home', options: 'options', spot: 'spot', assets: 'assets' } as const;

const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const sheets = process.argv
  .find((each) => each.startsWith('--sheets='))
  ?.slice('--sheets='.length)
  .split(',');
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((each) => name.startsWith(each));
/** Both directions, the longest words and the densest. */
const LANGUAGES = ['en', 'ar', 'de', 'zh-cn'] as const;
const AT_ONCE = 2;

async function takePictures(browser: Browser, url: string, token: string): Promise<void> {
  for (const [name, of] of Object.entries(PICTURES)) {
    const screen = SCREENS.find((each) => each.name === of);
    if (!screen) continue;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      storageState: storageFor(url, { theme: 'night', language: 'en', token }),
    });
    const page = await context.newPage();
    await show(page, screen);
    await page.screenshot({ path: join(ROOT, 'docs/pictures', `${name}.png`) });
    await context.close();
  }
}

const server = await startFreshServer({ env: { FEED: 'simulated', FEED_SEED: 'plimsoll' } });
const browser = await chromium.launch(await chromiumOptions());
let failures = 0;
try {
  const trader = await registerMember(server.url, { funded: true, email: 'ada@quay.example' });
  await furnish(trader);
  const newcomer = await registerMember(server.url, { funded: false, email: 'newcomer@quay.example' });
  const tokens = { visitor: undefined, newcomer: newcomer.token, trader: trader.token };
  if (process.argv.includes('--pictures')) await takePictures(browser, server.url, trader.token);
  else if (sheets) {
    const theme = process.argv.includes('--day') ? 'day' : 'night';
    const screens = SCREENS.filter(({ name, isBusy }) => isWanted(name) && isBusy !== true);
    for (const language of sheets) {
      const folder = join(SHOTS, 'reading');
      const failed = await readingSheets({ browser, url: server.url, folder, language, theme, tokens }, screens);
      failures += failed.length;
      process.stdout.write(`${[`${language} by ${theme}`, ...failed].join('\n')}\n`);
    }
  } else {
    if (wanted.length === 0) rmSync(SHOTS, { recursive: true, force: true });
    const waiting = SCREENS.filter(({ name }) => isWanted(name));
    const names = waiting.map(({ name }) => name);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
          try {
            const shots = [];
            for (const language of LANGUAGES)
              shots.push(
                ...(await photograph(
                  { browser, url: server.url, folder: SHOTS, token: tokens[screen.as] },
                  screen,
                  language,
                )),
              );
            await contactSheet(browser, screen.name, shots, join(SHOTS, 'sheets', `${screen.name}.png`));
            process.stdout.write(`${screen.name}: ${shots.length}\n`);
          } catch (error) {
            failures += 1;
            process.stdout.write(`${screen.name}: ${messageOf(error)}\n`);
          }
        }
      }),
    );
    writeIndex(names, join(SHOTS, 'index.html'));
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = failures === 0 ? 0 : 1;
