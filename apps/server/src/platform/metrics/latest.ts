/** How long whoever scrapes waits for one thing: Prometheus gives up after ten seconds, and then knows nothing at all. */
const WITHIN_MS = 1_500;

/** Resolves when `work` is over, or after `withinMs` in real time. Never rejects. */
export async function noLongerThan(work: Promise<unknown>, withinMs = WITHIN_MS): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => {}),
    new Promise<void>((resolve) => {
      late = setTimeout(resolve, withinMs);
    }),
  ]);
  clearTimeout(late);
}

/** What is asked for at each scrape, or its last answer where the answer takes too long. One question at a time. */
export function latest<T>(ask: () => Promise<T>, withinMs = WITHIN_MS): () => Promise<T | undefined> {
  let known: T | undefined;
  let asking: Promise<void> | undefined;
  return async () => {
    asking ??= ask()
      .then((value) => {
        known = value;
      })
      .finally(() => {
        asking = undefined;
      });
    await noLongerThan(asking, withinMs);
    return known;
  };
}
