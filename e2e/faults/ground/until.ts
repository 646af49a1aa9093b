import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** Ten times what a crowded machine needs for anything that is waited for here. */
const GIVE_UP_MS = 180_000;

/** Waits until something is so. @throws Error, naming it, when it does not become so. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  giveUpMs: number = GIVE_UP_MS,
): Promise<void> {
  const beganMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - beganMs > giveUpMs)
      throw new Error(`waited ${Math.round(giveUpMs / 1000)} s in vain until ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** True when a server says that it is ready. */
export const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
