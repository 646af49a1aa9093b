const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** From each failed attempt to the next: three days in all, most of them in the first hour. */
const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];
/** What a receiver that asks to be left alone may ask for. */
const RETRY_AFTER_MAX_MS = HOUR;
/** Waits differ by up to a tenth, by the message: what failed together is not tried again together. */
const SPREAD = 100;

/**
 * How long to wait after the `attempts`th failure; undefined: the message is given up.
 * @param retryAfterMs what the receiver asked for; a longer wait wins.
 */
export function waitAfter(attempts: number, messageId: string, retryAfterMs = 0): number | undefined {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return undefined;
  const part = Number(BigInt(messageId) % BigInt(SPREAD));
  return Math.max(waitMs + Math.floor((waitMs / 10) * (part / SPREAD)), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
}
