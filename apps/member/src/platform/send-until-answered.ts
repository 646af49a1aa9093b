import { Lost, Refusal } from './envelope.ts';

/** It is sent again after pauses of 1, 2, 4 and 8 s. */
const PAUSES = 4;

/** As long after the first request it is still what the member meant: a device may sleep meanwhile, prices do not. */
const MEANT_MS = 60_000;

/** Made when the member acts: whether that is not long ago. */
export function stillMeant(): () => boolean {
  const sinceMs = Date.now();
  return () => Date.now() - sinceMs <= MEANT_MS;
}

export interface Recovery<Answer> {
  /** Sends once, always with the same key. */
  readonly send: () => Promise<Answer>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onLost: () => void;
  /** Whether it was sent before and had no definite answer then. */
  readonly wasSent: boolean;
}

/**
 * Sends a keyed request until the server gives a definite answer: no answer is none, nor is one of 500 or more, after
 * which it may be done (WIRE 1). Rejects with the refusal, or with {@link Lost}: `unsent` when it was never sent, else
 * when no definite answer came after all pauses, or none that was not too late to ask again.
 */
export async function sendUntilAnswered<Answer>(recovery: Recovery<Answer>): Promise<Answer> {
  const { send, pause, onLost } = recovery;
  let { wasSent } = recovery;
  const isMeant = stillMeant();
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 0;
      if (error instanceof Lost ? error.kind !== 'unsent' : code >= 500) wasSent = true;
      // Too many requests: one that was sent before is not decided by that.
      if (!wasSent || !(error instanceof Lost || code >= 500 || code === 429)) throw error;
      if (tries === 0) onLost();
      if (tries < PAUSES) await pause(1000 * 2 ** tries);
      if (tries === PAUSES || !isMeant()) throw new Lost('cut');
    }
  }
}
