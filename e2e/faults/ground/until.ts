import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** Ten times what a busy machine needs for any wait here. */
const GIVE_UP_MS = 180_000;

/** Waits for a condition. @throws Error that names it when it does not come true. */
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

export const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
