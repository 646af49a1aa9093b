import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns memory to the system after the start: loading candles takes some 150 MiB for a moment, which V8 would keep.
 * Stops the process for a few dozen milliseconds.
 */
export function forceFullGc(): void {
  setFlagsFromString('--expose-gc');
  const collect: NonNullable<typeof globalThis.gc> = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
