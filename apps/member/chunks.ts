import type { Rolldown } from 'vite';

// Which modules are fetched together. A module that several screens share would be a chunk of its own: a visit fetched
// ninety files, most of them under a kilobyte. `tools/sizes.ts` shows what each route pays for it.

/** The modules of the first view, which are one chunk. The build fails when it needs more. */
const FOR_EVERY_VISIT = [
  /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify|@formatjs|@tanstack\/(?!.*nfiniteQuery(?:Observer)?\.)[\w-]+)\//,
  /packages\/ui\/src\/(index|button|coin-mark|figure|change|gauges|icon|icons-shell|lazy-part|logo|online|overlays|reading|states|tabs|toast)\.tsx?$/,
  /packages\/i18n\/src\/(index|languages|numbers|messages|speech|times)\.ts$/,
  /packages\/money\/src\/(index|decimal)\.ts$/,
  /member\/src\/(app\/(?!carried-toast|keep-focus|keep-up|new-version|take-version|not-found|warm-up)|(?:later|wide)\.css)/,
  /member\/src\/platform\/(?!account-shape|attempts|captcha-field|copy|create-news|dollars|draft|leave-if-over|leave-to|news|own-reads|parted-email|save-file|save-picture|send-until-answered|small-trades|stream|submit|theme|unusual|image-slot-field|password-rules|password-shape|refused-reads|upload|use-countdown|use-figures|use-image-slot|use-is-shown|use-is-wide|timeline|use-pages|use-warm|work)/,
  /member\/src\/features\/[\w-]+\/index\.ts$/,
  /member\/src\/features\/site\/(?!language-sheet)/,
  /member\/src\/features\/assets\/today\.ts$/,
  /packages\/contract\/src\/codes\/times\.ts$/,
  /member\/src\/features\/home\/(?!carousel|own-ticker|ticker-markets)/,
  /member\/src\/features\/market\/(figures|market-order|market-row|paths|use-live-prices|use-market-list)\.tsx?$/,
  /vite\/preload-helper|virtual:plimsoll\/messages$|rolldown\/runtime/,
];
/**
 * What later screens have in common, by the names of chunks: modules that nearly the same screens need, by their
 * folders, without extension.
 */
const SHARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Small parts of most screens: together they compress better.
  lists: {
    'apps/member/src/features/assets': 'account-place',
    'apps/member/src/platform': 'attempts send-until-answered submit use-is-shown use-pages use-warm',
    'node_modules/@tanstack/query-core/build/modern': 'infiniteQueryObserver',
    'node_modules/@tanstack/react-query/build/modern': 'useInfiniteQuery',
    'packages/contract/src/codes': 'identity',
    'packages/i18n/src': 'relative',
    'packages/money/src': 'arithmetic',
    'packages/ui/src': 'bottom-bar choice icons-screens pieces scales',
  },
  // Of lists that are read page by page.
  pages: {
    'packages/ui/src': 'endless-list pull pull-to-refresh',
  },
  forms: {
    'apps/member/src/platform': 'draft',
    'packages/i18n/src': 'typed-numbers',
    'packages/ui/src': 'chip-select decimal-input entered-decimal field presets submit-button',
  },
  // What comes before a last look, where something leaves.
  looks: {
    'apps/member/src/features/look': 'use-looked-submit',
    'apps/member/src/platform': 'small-trades unusual',
  },
  'look-sheets': {
    'apps/member/src/features/look': 'confirm-ways kept look-sheet remarks',
    'packages/ui/src': 'slide-to-confirm',
  },
  // Screens of one market.
  markets: {
    'apps/member/src/features/chart': 'detail facts market-data remembered',
    'apps/member/src/features/favourites': 'own-star star use-favourites',
    'apps/member/src/features/market': 'named-market recent use-seen',
    'apps/member/src/platform': 'dollars',
    'packages/ui/src': 'icons-star',
  },
  // Deposits, withdrawals and addresses.
  funding: {
    'apps/member/src/features/assets': 'wished-coin',
    'apps/member/src/platform': 'timeline',
    'packages/contract/src/codes': 'funding payouts',
    'packages/ui/src': 'address-text groups',
  },
  // The coin of a deposit or withdrawal, and where it may go.
  payouts: {
    'apps/member/src/features/assets': 'coin-field',
    'apps/member/src/features/payouts': 'queries',
  },
  // At a login and in the settings.
  passkeys: {
    'apps/member/src/features/security': 'device-name passkey',
  },
  // Of forms that ask for a second factor.
  seconds: {
    'apps/member/src/features/security':
      'passkeys-work queries second-fields second-reasons signed-words use-second-factor',
  },
  payment: {
    'apps/member/src/features/security': 'about-payment-password handed-password payment-field',
  },
  balances: {
    'apps/member/src/features/assets': 'age-bar amount-words mask queries use-logos',
    'packages/contract/src/codes': 'assets',
  },
  records: {
    'apps/member/src/features/assets': 'deposit-list funding-parts funding-steps withdrawal-list',
  },
  // A book’s rows, the multiples that amounts are rounded to, and how far a price leans.
  books: {
    'apps/member/src/features/spot': 'book-rows',
    'packages/money/src': 'lean multiples',
  },
  orders: {
    'apps/member/src/features/spot': 'filled-percent is-nothing queries words',
    'packages/contract/src/codes': 'spot',
  },
  'order-rows': {
    'apps/member/src/features/spot': 'order-price order-row',
  },
  options: {
    'apps/member/src/features/chart': 'freshness',
    'apps/member/src/features/options':
      'countdown mark-feed option-form order-facts order-parts place queries returns server-clock terms use-mark view watched words',
    'packages/contract/src/codes': 'options',
    'packages/rules/src': 'option',
  },
  // Of the options screen and what it opens.
  limits: {
    'apps/member/src/features/options': 'limits-form list-skeleton loss-line proof-skeleton',
  },
  // The strip of what is in progress, and results.
  running: {
    'apps/member/src/features/assets': 'funding-newest',
    'apps/member/src/features/options': 'open-row standing use-end-words use-seconds void-words',
    'apps/member/src/features/running': 'here result-bar result-kinds results',
    'apps/member/src/platform': 'create-news news news-caches',
  },
  receipts: {
    'apps/member/src/features/proof': 'receipt-address receipt-link',
  },
  // Checked in the browser: liabilities on every visit of a member, receipts when they are opened.
  checks: {
    'apps/member/src/features/proof': 'cosignatures log-files owed-check signatures',
    'node_modules/@noble/hashes': '_md _u64 sha2 utils',
    'packages/proof/src': 'canonical',
    'packages/proof/src/log':
      'bytes canonical-text checkpoint commitment entry index liability-check merkle note receipt sum-tree tiles',
  },
};

/** The paths of a chunk's modules, from the root of the project and without extension. */
const modulesOf = (folders: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(folders).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}`));

/** Of all chunks of {@link SHARED}. */
export const SHARED_MODULES = Object.values(SHARED).flatMap(modulesOf);

/** Groups of modules for the bundler; `boot` comes before the others. */
export const CHUNKS = [
  { name: 'boot', test: (id: string): boolean => FOR_EVERY_VISIT.some((each) => each.test(id)), priority: 2 },
  ...Object.entries(SHARED).map(([name, folders]) => {
    const ends = modulesOf(folders).map((path) => `/${path}`);
    return {
      name,
      test: (id: string): boolean => {
        const path = id.replace(/\.\w+(\?.*)?$/, '');
        return ends.some((end) => path.endsWith(end));
      },
    };
  }),
];

/** File names of chunks that import one another in a circle, which may not start; undefined when there are none. */
export function circleIn(bundle: Rolldown.OutputBundle): readonly string[] | undefined {
  const sound = new Set<string>();
  const from = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    const chunk = bundle[file];
    if (sound.has(file) || !chunk || chunk.type !== 'chunk') return undefined;
    for (const next of chunk.imports) {
      const circle = from(next, [...path, file]);
      if (circle) return circle;
    }
    sound.add(file);
    return undefined;
  };
  for (const file of Object.keys(bundle)) {
    const circle = from(file, []);
    if (circle) return circle;
  }
  return undefined;
}
