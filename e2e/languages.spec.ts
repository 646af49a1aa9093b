import type { Answer, Envelope } from '@plimsoll/contract';
import { LANGUAGES, type Language, type LanguageCode } from '@plimsoll/i18n';
import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { isWhole } from './support/axe.ts';
import { expect, test as journey } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { lengthen, LONGEST } from './support/long-figures.ts';
import { place, registerMember, type Member } from './support/member.ts';
import { FOLLOW } from './support/follow.ts';
import { ROUTES } from './support/routes.ts';
import { entriesFor } from './support/screens.ts';
import { Stage } from './support/stage.ts';
import { furnished } from './support/void-screens.ts';
import { watch } from './support/watch.ts';
import { allWords, latinWords } from './support/words-left.ts';

/** Routes that differ for visitors. */
const VISITORS: readonly string[] = ['/login', '/register', '/', '/market', '/voids'];
const FURTHER = [
  ['/trade-account?id=1&name=USDT&type=1', 'account'],
  ['/options?view=orders', 'options'],
  ['/recharge?view=records', 'deposit'],
  ['/withdrawal?view=records', 'withdraw'],
  ['/loans?tab=orders', 'loans'],
  ['/loans-application?id=1', 'loanApplication'],
  ['/lockming?tab=orders', 'lockMining'],
  ['/lockming-application?id=1', 'lockMiningApplication'],
  ['/voids?list=gaps', 'voids'],
  ['/no-such-page', 'unknown'],
].map(([path = '', title = '']) => ({ path, title }));
const LAST: readonly string[] = ['/freeze', '/proof', '/coin'];
/** New routes go last: the place decides the width. */
const NEWEST = [
  { path: '/security?view=email', title: 'security' },
  { path: '/security?view=email&step=change', title: 'security' },
  { path: '/proof', title: 'proof' },
  { path: '/coin/BTC', title: 'coin' },
  { path: '/security?view=keys', title: 'security' },
  { path: '/security?view=keys&step=new', title: 'security' },
];
const MEMBERS = [
  ...ROUTES.filter(({ path }) => !LAST.includes(path) && !VISITORS.slice(0, 2).includes(path)),
  ...FURTHER,
  ...ROUTES.filter(({ path }) => path === LAST[0]),
  ...NEWEST,
];

/** Languages with another script, where Latin words are untranslated ones. */
const OTHER_SCRIPTS: readonly string[] = [
  'zh-cn',
  'zh-TW',
  'ur',
  'bn',
  'hi',
  'la',
  'th',
  'el',
  'fa',
  'ru',
  'ko',
  'ja',
  'ar',
];
/** Latin words that a language uses itself. */
const OWN_LATIN: Readonly<Partial<Record<LanguageCode, readonly string[]>>> = { 'zh-TW': ['App'] };

interface Reader {
  readonly member: Member;
  readonly names: readonly string[];
}

/** What tabs and networks are called to a reader of a language. */
async function catalogueNames(url: string, { token }: Member, code: LanguageCode): Promise<string[]> {
  const read = async <Name extends 'getAllCurrencyList' | 'getrecharge'>(name: Name, method: string) => {
    const response = await fetch(`${url}/api/${name}`, { method, headers: { Token: token, Lang: code } });
    return ((await response.json()) as Envelope<Answer<Name>>).data;
  };
  const [tabs, ways] = [
    (await read('getAllCurrencyList', 'POST'))?.list ?? [],
    (await read('getrecharge', 'GET'))?.list ?? [],
  ];
  return [
    ...tabs.flatMap(({ child }) => child.map(({ currency_name }) => currency_name)),
    ...ways.flatMap(({ networkList }) => networkList.map(({ coin_net }) => coin_net)),
  ];
}

const test = journey.extend<object, { one: Reader; stage: Stage }>({
  // The browser is set to English, so its own words stand out in other languages.
  stage: [
    async ({ browser, server }, give) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        locale: 'en-US',
      });
      await give(new Stage(context, await watch(context)));
      await context.close();
    },
    { scope: 'worker' },
  ],
  one: [
    async ({ server }, give) => {
      const member = await registerMember(server.url, { funded: true });
      await member.obtain('transfer', { c_id: '1', num: '100', from_type: '1', to_type: '2' });
      await member.obtain('creatorder', { m_id: '1', ctime: '600', ctzed: '50', buytype: '1' });
      await place(member, { symbol: 'btcusdt', side: 'buy', price: '100000', num: '0.01' });
      const lent = (await member.obtain('getLoanProjects')).list.flatMap(({ title, mechanism }) => [title, mechanism]);
      const machines = (await member.obtain('getMiningMachineList')).list.map(({ title }) => title);
      const articles = (await member.obtain('getContentList')).list.flatMap(({ title, content }) => [title, content]);
      const friends = (await member.obtain('getFriendList')).list.map(({ title }) => title);
      const { username, invit } = await member.obtain('getusr');
      const names = [
        ...lent,
        ...machines,
        ...articles,
        ...friends,
        username,
        invit,
        server.url,
        server.url.replace(/^.*\/\//, ''),
      ];
      await give({ member, names });
    },
    { scope: 'worker' },
  ],
});

interface Seen {
  readonly dir: string;
  readonly lang: string;
  readonly faults: readonly string[];
  readonly words: string;
}

/** A route in one of the ways. */
interface View {
  readonly path: string;
  readonly title: string;
  readonly width: number;
  readonly size: string;
}

const WIDTHS = [320, 360, 390, 430, 1280] as const;
const HEIGHT = 740;
/** With double type too. Each language views each route in one of them, in turns; `EVERY_LOOK=1` views all. */
const WAYS = [
  ...WIDTHS.map((width) => [width, ''] as const),
  ...([360, 1280] as const).map((width) => [width, '200%'] as const),
];

/**
 * Runs in the page: follows a link, waits for the title and the content, and checks the layout in both themes. One
 * call, because each costs the browser more than its work.
 */
const LOOK = `async ({ to, title, size, limitMs }) => {
  const allWords = ${allWords.toString()};
  const root = document.documentElement;
  // Before the page is drawn, as a reader has it.
  root.style.fontSize = size;
  if (to !== undefined) await (${FOLLOW})({ to, title });
  // The frame of a wide window comes and goes a moment after the width.
  const isFramed = () => (document.querySelector('.rail') !== null) === matchMedia('(width >= 1024px)').matches;
  for (const beganMs = performance.now(); !isFramed(); await new Promise(requestAnimationFrame)) {
    if (performance.now() - beganMs > limitMs) throw new Error(location.pathname + ': the frame of ' + innerWidth + ' was waited for');
  }
  root.dataset.theme = root.dataset.theme === 'day' ? 'night' : 'day';
  return { dir: root.dir, lang: root.lang, faults: await ${LAYOUT}, words: allWords() };
}`;
const LIMIT_MS = 30_000;
const look = (page: Page, to?: string, title?: string, size = ''): Promise<Seen> =>
  page.evaluate(`(${LOOK})(${JSON.stringify({ to, title, size, limitMs: LIMIT_MS })})`);

async function crawl(
  stage: Stage,
  url: string,
  language: Language,
  { member, names: given }: Reader,
): Promise<string[]> {
  const called = await catalogueNames(url, member, language.code);
  // The longest first, as one may contain another.
  const names = [...given, ...called, ...(OWN_LATIN[language.code] ?? [])].sort((a, b) => b.length - a.length);
  const words = readMessages(language.code);
  const titleOf = (key: string) => `Plimsoll · ${words.get(`app.titles.${key}`)}`;
  const page = await stage.clear(entriesFor({ theme: 'night', language: language.code, token: undefined }));
  // Voids and gaps of every kind, which a market has on some days.
  await furnished(page);
  await page.addInitScript(lengthen, LONGEST);
  await page.goto('/');
  const found: string[] = [];
  const judge = (where: string, { dir, lang, faults, words: all }: Seen) => {
    if (dir !== language.dir || lang !== language.tag) found.push(`${where}: ${lang} from the ${dir}`);
    found.push(...faults.map((fault) => `${where}: ${fault}`));
    if (OTHER_SCRIPTS.includes(language.code))
      found.push(...latinWords(all, names).map((word) => `${where}: "${word}" was left`));
  };
  let turn = LANGUAGES.indexOf(language);
  const viewsOf = (routes: readonly { readonly path: string; readonly title: string }[]): readonly View[] =>
    routes.flatMap((route) => {
      turn += 1;
      return WAYS.filter((_, at) => isWhole || at === turn % WAYS.length).map(([width, size]) => ({
        ...route,
        width,
        size,
      }));
    });
  // Another size of window or type draws everything again: the views of one way follow one another.
  const lookAt = async (all: readonly View[]): Promise<void> => {
    for (const [way, views] of Map.groupBy(all, ({ width, size }) => `${width}${size}`)) {
      await page.setViewportSize({ width: views[0]?.width ?? 0, height: HEIGHT });
      for (const { path, title, size } of views) judge(`${path} ${way}`, await look(page, path, titleOf(title), size));
    }
  };
  await lookAt(
    viewsOf(VISITORS.map((path) => ({ path, title: ROUTES.find((each) => each.path === path)?.title ?? '' }))),
  );
  await page.evaluate((token) => localStorage.setItem('token', token), member.token);
  await page.goto('/');
  await lookAt(viewsOf(MEMBERS));
  // The logo opens the panel on a phone.
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await look(page, '/', titleOf('home'));
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  judge('the member panel', await look(page));
  return found;
}

test('the crawl knows the app’s routes', () => {
  expect(ROUTES.length).toBeGreaterThan(30);
});

for (const language of LANGUAGES) {
  test(`in ${language.code} every route has its title, its direction and room for its words and for the longest figures, from a phone to a desktop`, async ({
    server,
    stage,
    one,
  }) => {
    const before = stage.trouble.unexpected.length;
    expect(await crawl(stage, server.url, language, one)).toEqual([]);
    expect(stage.trouble.unexpected.slice(before)).toEqual([]);
  });
}
