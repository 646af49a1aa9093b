import { Lost, Refusal } from './envelope.ts';

const PAUSES_MS = [1000, 2000, 4000, 8000];

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
 * when no definite answer came after all pauses.
 */
export async function sendUntilAnswered<Answer>(recovery: Recovery<Answer>): Promise<Answer> {
  const { send, pause, onLost } = recovery;
  let { wasSent } = recovery;
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 0;
      if (error instanceof Lost ? error.kind !== 'unsent' : code >= 500) wasSent = true;
      // Too many requests: one that was sent before is not decided by that.
      if (!wasSent || !(error instanceof Lost || code >= 500 || code === 429)) throw error;
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined) throw new Lost('cut');
      if (tries === 0) onLost();
      await pause(pauseMs);
    }
  }
}
