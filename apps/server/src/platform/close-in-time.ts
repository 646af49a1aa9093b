/** What was asked to close and does not answer is not waited for longer. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Waits for connections that were asked to close, and breaks them after a second, in real time: a machine that hangs
 * never closes its side.
 */
export async function closedInTime(
  closing: Promise<void>,
  connections: { destroy(): void },
  withinMs = CLOSE_WITHIN_MS,
): Promise<void> {
  const late = setTimeout(() => connections.destroy(), withinMs);
  try {
    await closing;
  } finally {
    clearTimeout(late);
  }
}
