import { spokenNow } from '../platform/language.ts';
import { offerVersion } from '../platform/version.ts';
import { NEW_VERSION } from './page.tsx';

/** Between two looks for a new version, at least. */
const LOOK_EVERY_MS = 30 * 60_000;
/** What is not kept beforehand, but once it was read: words and the chart's code. */
const KEPT_WHEN_READ = /\/assets\/(?:words|library)-/;

const SLICE_READ = /\/assets\/words-[\w-]+\.(\w+)-/;

/** Read to the end: what is half read holds the worker that hands it out. */
const textOf = async (address: string, options?: RequestInit): Promise<string> =>
  (await fetch(address, options)).text();
const read = (): readonly string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => KEPT_WHEN_READ.test(name)),
  ),
];

/**
 * Keeps the words of a version that was just installed, in the language spoken: the browser may put it in the place of
 * this one while there is no connection. Its page names its words, and they name where the others are.
 */
async function keepNextWords(): Promise<void> {
  const { code } = spokenNow();
  const first = new RegExp(`/assets/words-${code}-[\\w-]+\\.js`).exec(
    await textOf('/index.html?next', { cache: 'no-store' }),
  )?.[0];
  const hash = first && /\.\$\{\w+\}-([\w-]+)\.js/.exec(await textOf(first))?.[1];
  if (!hash) return;
  const slices = new Set(read().flatMap((name) => SLICE_READ.exec(name)?.[1] ?? []));
  await Promise.all([...slices].map((slice) => textOf(`/assets/words-${code}.${slice}-${hash}.js`)));
}

/** What is said of a new version is fetched before: after it nothing can be that was not read yet. */
const offer = (): void =>
  void NEW_VERSION.warm()
    .then(offerVersion)
    .catch(() => undefined);

function watch(registration: ServiceWorkerRegistration): void {
  const workers = navigator.serviceWorker;
  let offered: ServiceWorker | null = null;
  const look = () => {
    const { waiting } = registration;
    // The first version that is installed is the one that runs.
    if (!waiting || waiting === offered || !workers.controller) return;
    offered = waiting;
    void keepNextWords()
      .catch(() => undefined)
      .then(offer);
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  look();
  let isFirst = !workers.controller;
  workers.addEventListener('controllerchange', () => {
    // Another tab took it: this one runs on as it is, until it is loaded anew.
    if (!isFirst) offer();
    isFirst = false;
  });
  let lookedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAtMs < LOOK_EVERY_MS) return;
    lookedAtMs = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/**
 * What was read before the app was kept is read again through what keeps it; nothing is fetched twice, the browser has
 * it.
 */
async function keepWhatWasRead(): Promise<void> {
  await Promise.all(read().map((name) => textOf(name)));
}

/**
 * Keeps the app on the device, for when there is no connection, and keeps up with its versions. `warm` fetches what may
 * come next.
 */
export async function keepUp(warm: () => Promise<void>): Promise<void> {
  const workers = navigator.serviceWorker;
  const isKept = workers.controller
    ? undefined
    : new Promise<unknown>((resolve) => {
        workers.addEventListener('controllerchange', resolve, { once: true });
      });
  watch(await workers.register('/sw.js'));
  await warm();
  await NEW_VERSION.warm();
  await isKept;
  await keepWhatWasRead();
}
