import { parseObject, type Json } from '../support/json.ts';

export interface Reply {
  readonly status: number;
  /**
   * `done`, `proposed` when it waits for a second operator, else the reason of the refusal, or the status without one.
   */
  readonly reason: string;
  readonly body: Json | null;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | URLSearchParams;
}

const TIMEOUT_MS = 30_000;
const SERVER_ERROR = 500;
/** Answer for a page when the app was not built. */
const NOT_BUILT = 503;

function reasonOf(status: number, body: Reply['body']): string {
  if (typeof body?.['reason'] === 'string') return body['reason'];
  if (typeof body?.['code'] === 'number') return body['code'] === 1 ? 'done' : String(body['code']);
  if (status === 202) return 'proposed';
  return status < 300 ? 'done' : String(status);
}

/** Sends all requests of the script; checks each answer for a server error and for secrets. */
export class Wire {
  /** Answers of 500 and above, and answers with a secret. */
  readonly faults: string[] = [];
  sent = 0;
  readonly #url: () => Promise<string>;
  readonly #secrets = new Map<string, string>();

  constructor(url: () => Promise<string>) {
    this.#url = url;
  }

  /** From now on no answer may contain this text. */
  keep(what: string, secret: string): void {
    this.#secrets.set(secret, what);
  }

  async send(path: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Reply> {
    this.sent += 1;
    const response = await fetch(`${await this.#url()}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { status } = response;
    const json = parseObject(text);
    if (status >= SERVER_ERROR && !(status === NOT_BUILT && json === null))
      this.faults.push(`${method} ${path} was answered ${status}: ${text.slice(0, 200)}`);
    for (const [secret, what] of this.#secrets)
      if (text.includes(secret)) this.faults.push(`${method} ${path} showed ${what}`);
    return { status, reason: reasonOf(status, json), body: json, text };
  }
}
