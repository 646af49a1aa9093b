import { Lost } from './envelope.ts';

const PAUSES_MS = [1000, 2000, 4000, 8000];

export interface Recovery<Answer> {
  /** Sends once, always with the same key. */
  readonly send: () => Promise<Answer>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onLost: () => void;
}

/**
 * Sends a keyed request until the server gives a definite answer. Rejects with the refusal, or with {@link Lost}
 * when it was never sent or no answer came after all pauses.
 */
export async function sendUntilAnswered<Answer>({ send, pause, onLost }: Recovery<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const pauseMs = PAUSES_MS[tries];
      const wasSent = error instanceof Lost && (tries > 0 || error.kind !== 'unsent');
      if (!wasSent || pauseMs === undefined) throw error;
      if (tries === 0) onLost();
      await pause(pauseMs);
    }
  }
}
