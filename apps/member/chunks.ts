import type { Rolldown } from 'vite';

// Which modules are fetched together. A module that several screens share would be a chunk of its own: a visit fetched
// ninety files, most of them under a kilobyte. `tools/sizes.ts` shows what each route pays for it.

/** The modules of the first view, which are one chunk. The build fails when it needs more. */
const FOR_EVERY_VISIT = [
  /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify|@formatjs|@tanstack\/(?!.*nfiniteQuery(?:Observer)?\.)[\w-]+)\//,
  /packages\/ui\/src\/(index|button|coin-mark|figure|change|gauges|icon|icons-shell|lazy-part|logo|online|overlays|reading|states|tabs|toast)\.tsx?$/,
  /packages\/i18n\/src\/(index|languages|numbers|messages|speech|times)\.ts$/,
  /packages\/money\/src\/(index|arithmetic|decimal)\.ts$/,
  /member\/src\/(app\/(?!carried-toast|keep-focus|keep-up|new-version|take-version|not-found|warm-up)|(?:later|wide)\.css)/,
  /member\/src\/platform\/(?!account-shape|captcha-field|copy|create-news|draft|news|parted-email|save-file|save-picture|send-until-answered|small-trades|stream|submit|theme|unusual|image-slot-field|password-rules|password-shape|refused-reads|upload|use-countdown|use-figures|use-image-slot|use-is-wide|timeline|use-pages|use-warm|work)/,
  /member\/src\/features\/[\w-]+\/index\.ts$/,
  /member\/src\/features\/site\/(?!language-sheet)/,
  /member\/src\/features\/assets\/today\.ts$/,
  /packages\/contract\/src\/codes\/times\.ts$/,
  /member\/src\/features\/home\/(?!carousel|own-ticker|ticker-markets)/,
  /member\/src\/features\/market\/(figures|market-order|market-row|paths|use-live-prices|use-market-list)\.tsx?$/,
  /vite\/preload-helper|virtual:plimsoll\/messages$|rolldown\/runtime/,
];
/** What later screens have in common, by the names of chunks: modules that nearly the same screens need. */
const SHARED: Readonly<Record<string, RegExp>> = {
  // Small parts of most screens: together they compress better.
  lists:
    /\/(account-place|bottom-bar|choice|icons-screens|pieces|relative|scales|send-until-answered|submit|use-pages|use-warm)\.tsx?$|nfiniteQuery(?:Observer)?\.js$/,
  // Of lists that are read page by page.
  pages: /\/(endless-list|pull|pull-to-refresh)\.tsx?$/,
  forms: /\/(chip-select|decimal-input|draft|entered-decimal|field|presets|submit-button|typed-numbers)\.tsx?$/,
  // What comes before a last look, where something leaves.
  looks: /\/(small-trades|unusual|use-looked-submit)\.ts$/,
  'look-sheets': /\/(look\/(confirm-ways|look-sheet|remarks)|slide-to-confirm)\.tsx?$/,
  // Screens of one market.
  markets:
    /\/(chart\/(detail|facts|market-data|remembered)|market\/recent|icons-star|own-star|star|use-favourites|use-seen)\.tsx?$/,
  // Deposits, withdrawals and addresses.
  funding: /\/(address-text|groups|platform\/timeline|wished-coin)\.tsx?$/,
  balances: /\/(codes\/assets|features\/assets\/(age-bar|amount-words|mask|queries|use-logos))\.tsx?$/,
  records: /\/features\/assets\/(deposit-list|funding-parts|funding-steps|withdrawal-list)\.tsx?$/,
  // A book's rows, and the multiples that amounts are rounded to.
  books: /\/(spot\/book-rows|money\/src\/multiples)\.ts$/,
  orders: /\/(codes\/spot|features\/spot\/(filled-percent|is-nothing|queries|words))\.ts$/,
  'order-rows': /\/features\/spot\/order-(price|row)\.tsx$/,
  options:
    /\/(codes\/options|chart\/freshness|rules\/src\/option|features\/options\/(countdown|mark-feed|option-form|order-facts|order-parts|place|queries|returns|server-clock|terms|use-mark|view|watched|words))\.tsx?$/,
  // The strip of what is in progress, and results.
  running:
    /\/(platform\/(create-news|news|news-caches)|assets\/funding-newest|running\/(here|result-bar|result-kinds|results)|features\/options\/(open-row|standing|use-end-words|use-seconds|void-words))\.tsx?$/,
  receipts: /\/features\/proof\/receipt-(address|link)\.tsx?$/,
  // Checked in the browser: liabilities on every visit of a member, receipts when they are opened.
  checks:
    /\/(proof\/src\/(canonical|log\/[\w-]+)|features\/proof\/(cosignatures|log-files|owed-check|signatures)|@noble\/hashes\/(sha2|_md|_u64|utils))\.(ts|js)$/,
};

/** Groups of modules for the bundler; `boot` comes before the others. */
export const CHUNKS = [
  { name: 'boot', test: (id: string): boolean => FOR_EVERY_VISIT.some((each) => each.test(id)), priority: 2 },
  ...Object.entries(SHARED).map(([name, test]) => ({ name, test })),
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
