import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

/** Headless without a display or a sandbox, and no requests except to our server. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Does `work` with the system's Chromium, with a debugger on `port`. Throws when there is none. */
export async function withBrowser<T>(work: (browser: Browser, port: number) => Promise<T>): Promise<T> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(isProgram);
  if (executablePath === undefined) throw new Error('there is no chromium on the PATH: install it (Debian: chromium).');
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, `--remote-debugging-port=${port}`] });
  try {
    return await work(browser, port);
  } finally {
    await browser.close();
  }
}
