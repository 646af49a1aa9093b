import { spokenNow } from '../platform/language.ts';
import { offerVersion } from '../platform/version.ts';
import { NEW_VERSION } from './page.tsx';

const LOOK_EVERY_MS = 30 * 60_000;
/** Cached once they were read, not beforehand: words and the chart's code. */
const KEPT_WHEN_READ = /\/assets\/(?:words|library)-/;

const SLICE_READ = /\/assets\/words-[\w-]+\.(\w+)-/;

/** Reads to the end: a half-read body keeps its worker busy. */
const textOf = async (address: string, options?: RequestInit): Promise<string> =>
  (await fetch(address, options)).text();
const names = new Set<string>();
const note = (entries: PerformanceEntryList): void => {
  for (const { name } of entries) if (KEPT_WHEN_READ.test(name)) names.add(name);
};
/** The browser's own list ends at 250, which the polling of a screen soon fills. */
const reads = new PerformanceObserver((list) => note(list.getEntries()));
function read(): readonly string[] {
  note(reads.takeRecords());
  return [...names];
}

/**
 * Caches the present language's words of a version that was just installed, because the browser may activate it
 * offline.
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

/** The notice of a new version is loaded first: afterwards nothing that was not read yet is available. */
const offer = (): void =>
  void NEW_VERSION.warm()
    .then(offerVersion)
    .catch(() => undefined);

function watch(registration: ServiceWorkerRegistration): void {
  const workers = navigator.serviceWorker;
  let offered: ServiceWorker | null = null;
  const look = () => {
    const { waiting } = registration;
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
    // Another tab activated it; this one goes on until it is reloaded.
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

/** Reads again what was read before the service worker ran, so that it is cached. */
async function keepWhatWasRead(): Promise<void> {
  await Promise.all(read().map((name) => textOf(name)));
}

/** Installs the app for use offline and follows its versions. `warm` loads what may come next. */
export async function keepUp(warm: () => Promise<void>): Promise<void> {
  reads.observe({ type: 'resource', buffered: true });
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
