import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeFonts } from './fonts.ts';

/**
 * Off, because each window would otherwise make two pages of the browser's own besides ours, for suggestions under an
 * address bar that nobody sees: more work than most of our pages are. Chromium heeds only the last list it is given, so
 * what Playwright leaves out for the steadiness of pages is said again before them.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Headless on a machine without a screen or a sandbox of its own, and silent: it asks nobody but our server. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-US',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  `--disable-features=${WITHOUT.join()}`,
  // No page lives long enough to earn what its scripts' optimisation costs: a seventh of all that pages do.
  '--js-flags=--no-maglev,--no-turbofan',
];

/** Chromium keeps nothing there that lasts, but starts no sooner without. */
const HOME = join(import.meta.dirname, '../../.cache/browser-home');

/**
 * The same engine without all that stands around a page, which costs as much as most pages do; and whole, where that is
 * not to be had.
 */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where the machine's own Chromium lies, or undefined. */
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram);
}

export interface ChromiumOptions {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/**
 * How the machine's own Chromium is started; Playwright never brings one. Of the machine it sees nothing else: fonts,
 * home, language and time zone are the same everywhere. Rejects, with a sentence, when there is none on the PATH.
 */
export async function chromiumOptions(): Promise<ChromiumOptions> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no chromium on the PATH.');
  mkdirSync(HOME, { recursive: true });
  return {
    executablePath,
    args: [...FLAGS],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME,
      TMPDIR: tmpdir(),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      FONTCONFIG_FILE: await makeFonts(),
    },
  };
}
