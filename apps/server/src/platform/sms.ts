import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { UnderWay } from './under-way.ts';
import { createWriter } from './written-out.ts';

/** A text message to a phone number, in digits. */
export interface TextMessage {
  readonly to: string;
  readonly text: string;
}

/** Sends or writes down. */
export interface Texter {
  /** Does not wait; a failure is logged. */
  send(message: TextMessage): void;
  /** When everything has gone or failed. */
  settled(): Promise<void>;
}

interface TexterOptions {
  /** `SMS_URL`; without it messages become files in `folder`. */
  readonly url?: string;
  /** `DATA_DIR/sms` */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** How long the provider may take to answer. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 5000;

/** A texter over a provider's webhook, or without one into files, each named in the log. */
export function createTexter({ url, folder, clock, log, deadlineMs = DEADLINE_MS }: TexterOptions): Texter {
  const deliver = url === undefined ? toFile(folder, clock, log) : toWebhook(url, deadlineMs);
  const underWay = new UnderWay();
  return {
    send(message) {
      const sending = underWay.begin(() =>
        deliver(message).catch((error: unknown) => log.error({ err: error }, 'text message could not be sent')),
      );
      if (!sending) log.error({ underWay: underWay.size }, 'text message dropped, the provider does not keep up');
    },
    settled: () => underWay.settled(),
  };
}

/**
 * `POST` of `{"to", "text"}`, with the address's name and password as basic authorisation. Any 2xx is success;
 * redirects are not followed.
 */
function toWebhook(address: string, deadlineMs: number) {
  const url = new URL(address);
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
  url.username = '';
  url.password = '';
  return async ({ to, text }: TextMessage): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ to, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the provider of text messages answered ${answer.status}`);
  };
}

function toFile(folder: string, clock: Clock, log: Pick<Log, 'info'>) {
  const write = createWriter(folder, clock);
  return async ({ to, text }: TextMessage): Promise<void> => {
    const path = await write(`${JSON.stringify({ to, text })}\n`, 'json');
    log.info({ file: path }, 'text message written');
  };
}
