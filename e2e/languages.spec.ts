import { readFileSync } from 'node:fs';
import type { Answer, Envelope } from '@plimsoll/contract';
import { LANGUAGES, type Language, type LanguageCode } from '@plimsoll/i18n';
import { readMessages } from '@plimsoll/i18n/catalogue';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as journey } from './support/journey.ts';
import { crowded, misplaced } from './support/layout.ts';
import { registerMember, type Member } from './support/member.ts';
import { entriesFor } from './support/screens.ts';
import { watch } from './support/watch.ts';
import { latinWords } from './support/words-left.ts';

/** Every route of the app with its title's key, as the app's own list says them. */
const ROUTES = [...readFileSync(new URL('../apps/member/src/app/titles.ts', import.meta.url), 'utf8').matchAll(/^ {2}(?:visitor|member)\('([^']+)', '(\w+)'\)/gm)]
  .map(([, path = '', title = '']) => ({ path, title }));
/** What is seen otherwise by who is not logged in, or by nobody else. */
const VISITORS: readonly string[] = ['/login', '/register', '/', '/market'];
/** Where a route shows more than one thing. */
const FURTHER = [
  ['/trade-account?id=1&name=USDT&type=1', 'account'], ['/options?view=orders', 'options'], ['/recharge?view=records', 'deposit'], ['/withdrawal?view=records', 'withdraw'],
  ['/loans?tab=orders', 'loans'], ['/loans-application?id=1', 'loanApplication'], ['/lockming?tab=orders', 'lockMining'], ['/lockming-application?id=1', 'lockMiningApplication'],
  ['/no-such-page', 'unknown'],
].map(([path = '', title = '']) => ({ path, title }));
const MEMBERS = [...ROUTES.filter(({ path }) => !VISITORS.slice(0, 2).includes(path)), ...FURTHER];

/** Languages in another script: whatever is Latin there was left. */
const OTHER_SCRIPTS: readonly string[] = ['zh-cn', 'zh-TW', 'ur', 'bn', 'hi', 'la', 'th', 'el', 'fa', 'ru', 'ko', 'ja', 'ar'];
/** Words that a language writes so itself. */
const OWN_LATIN: Readonly<Partial<Record<LanguageCode, readonly string[]>>> = { 'zh-TW': ['App'] };

interface Reader {
  readonly member: Member;
  /** What the site and the member call things, in no language. */
  readonly names: readonly string[];
}

const test = journey.extend<object, { one: Reader }>({
  one: [async ({ server }, give) => {
    const member = await registerMember(server.url, { funded: true });
    const { list } = await member.obtain('getAllCurrencyList');
    const ways = await (await fetch(`${server.url}/api/getrecharge`, { headers: { Token: member.token } })).json() as Envelope<Answer<'getrecharge'>>;
    const networks = ways.data?.list.flatMap(({ networkList }) => networkList.map(({ coin_net }) => coin_net)) ?? [];
    const lent = (await member.obtain('getLoanProjects')).list.flatMap(({ title, mechanism }) => [title, mechanism]);
    const machines = (await member.obtain('getMiningMachineList')).list.map(({ title }) => title);
    const articles = (await member.obtain('getContentList')).list.flatMap(({ title, content }) => [title, content]);
    const friends = (await member.obtain('getFriendList')).list.map(({ title }) => title);
    const { username, invit } = await member.obtain('getusr');
    const coins = list.flatMap(({ child }) => child.map(({ currency_name }) => currency_name));
    // The longest first: what contains another is taken out whole.
    const names = [...coins, ...networks, ...lent, ...machines, ...articles, ...friends, username, invit, server.url, server.url.replace(/^.*\/\//, '')];
    await give({ member, names: names.sort((a, b) => b.length - a.length) });
  }, { scope: 'worker' }],
});

/** Goes there as a link of the app does, and waits until the page says its name and has what it shows. */
async function go(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate((to) => { history.pushState({ key: to, depth: 1 }, '', to); dispatchEvent(new PopStateEvent('popstate')); }, path);
  await page.waitForFunction((said) =>
    document.title === said && document.querySelector('main h1') !== null && document.querySelector('[aria-busy=true], main .bone') === null, title)
    .catch(async (error: unknown) => { throw new Error(`${path}: "${title}" was waited for, "${await page.title()}" is there`, { cause: error }); });
}

/** What is wrong with how a page stands, by night and day. */
async function faults(page: Page): Promise<string[]> {
  const found = [...await page.evaluate(misplaced), ...await page.evaluate(crowded)];
  await page.evaluate(() => { document.documentElement.dataset['theme'] = document.documentElement.dataset['theme'] === 'day' ? 'night' : 'day'; });
  return [...found, ...await page.evaluate(misplaced)];
}

async function crawl(context: BrowserContext, language: Language, { member, names: given }: Reader): Promise<string[]> {
  const names = [...given, ...(OWN_LATIN[language.code] ?? [])];
  const words = readMessages(language.code);
  const titleOf = (key: string) => `Plimsoll · ${words.get(`app.titles.${key}`)}`;
  const page = await context.newPage();
  await page.addInitScript((entries) => { for (const { name, value } of entries) if (localStorage.getItem(name) === null) localStorage.setItem(name, value); }, entriesFor({ theme: 'night', language: language.code, token: undefined }));
  await page.goto('/');
  const found: string[] = [];
  const look = async (path: string, title: string) => {
    await go(page, path, titleOf(title));
    const { dir, lang } = await page.evaluate(() => ({ dir: document.documentElement.dir, lang: document.documentElement.lang }));
    if (dir !== language.dir || lang !== language.tag) found.push(`${path}: ${lang} from the ${dir}`);
    found.push(...(await faults(page)).map((fault) => `${path}: ${fault}`));
    if (OTHER_SCRIPTS.includes(language.code)) found.push(...(await latinWords(page, names)).map((word) => `${path}: "${word}" was left`));
  };
  for (const path of VISITORS) await look(path, ROUTES.find((each) => each.path === path)?.title ?? '');
  await page.evaluate((token) => localStorage.setItem('token', token), member.token);
  await page.goto('/');
  for (const { path, title } of MEMBERS) await look(path, title);
  await go(page, '/', titleOf('home'));
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await faults(page)).map((fault) => `the member panel: ${fault}`));
  if (OTHER_SCRIPTS.includes(language.code)) found.push(...(await latinWords(page, names)).map((word) => `the member panel: "${word}" was left`));
  return found;
}

test('the crawl knows the app’s routes', () => {
  expect(ROUTES.length).toBeGreaterThan(30);
});

for (const language of LANGUAGES) {
  test(`in ${language.code} every route has its title, its direction and room for its words on the narrowest phone, by night and day`, async ({ browser, server, one }) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 360, height: 740 }, reducedMotion: 'reduce', serviceWorkers: 'block', locale: language.tag });
    const trouble = await watch(context);
    expect(await crawl(context, language, one)).toEqual([]);
    expect(trouble.unexpected).toEqual([]);
    await context.close();
  });
}
