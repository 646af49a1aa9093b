/**
 * Resolves when the browser is idle, at the latest after about one second: two dozen such moments install the app on
 * a busy device within half a minute.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
