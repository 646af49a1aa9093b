/**
 * Resolves when the browser has nothing better to do; at the latest soon after one second: two dozen such moments keep
 * the app on a busy device within half a minute.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
