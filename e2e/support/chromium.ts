import { accessSync, constants, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeFonts } from './fonts.ts';

/**
 * Disabled because each window would load two internal pages for address bar suggestions. Chromium uses only the last
 * such list, so Playwright's own entries are repeated first.
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

/** Headless without a display or a sandbox, and no requests except to our server. */
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
  // No page lives long enough for optimised scripts to pay off: a seventh of all work.
  '--js-flags=--no-maglev,--no-turbofan',
];

const CACHE = join(import.meta.dirname, '../../.cache');
/** Chromium stores nothing lasting there; deleting it does not make starts faster. */
const HOME = join(CACHE, 'browser-home');

/** The headless shell costs about half per page; else the full browser. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Path of the system's Chromium, or undefined. */
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A script that starts `program` behind the servers: on a busy machine they would otherwise not keep their time, and
 * refuse orders for want of a fresh book. As root Chromium would put itself before all others (CAP_SYS_NICE).
 */
function behindServers(program: string): string {
  const path = join(CACHE, 'browser.sh');
  const script = [
    '#!/bin/sh',
    'without="setpriv --bounding-set -sys_nice"',
    '[ "$(id -u)" = 0 ] && $without true 2>/dev/null || without=',
    `exec $without nice -n 5 ${quoted(program)} "$@"`,
    '',
  ].join('\n');
  const written = `${path}.${process.pid}`;
  writeFileSync(written, script, { mode: 0o755 });
  // Whole at once: several processes write it.
  renameSync(written, path);
  return path;
}

export interface ChromiumOptions {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/**
 * How to start the system's Chromium, isolated from it: fonts, home, language and time zone are always the same.
 * Rejects when there is none on the PATH.
 */
export async function chromiumOptions(): Promise<ChromiumOptions> {
  const program = findChromium();
  if (program === undefined) throw new Error('There is no chromium on the PATH.');
  mkdirSync(HOME, { recursive: true });
  return {
    executablePath: behindServers(program),
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
