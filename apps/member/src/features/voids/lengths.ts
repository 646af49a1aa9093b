const MS_PER_MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;

const two = (value: number): string => String(value).padStart(2, '0');

/** A length of time: `0:07`, `12:05`, `1:02:05`. Parts of a second are cut off. */
export function clockText(ms: number): string {
  const minutes = Math.floor(ms / MS_PER_MINUTE);
  const seconds = two(Math.floor((ms % MS_PER_MINUTE) / 1000));
  return minutes < MINUTES_PER_HOUR
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / MINUTES_PER_HOUR)}:${two(minutes % MINUTES_PER_HOUR)}:${seconds}`;
}
