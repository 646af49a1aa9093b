/** What the platform answered. */
export interface Reply {
  readonly status: number;
  /**
   * `done`, `proposed` of what waits for a second operator, else the typed reason of the refusal, or the status where
   * there is none.
   */
  readonly reason: string;
  /** Its JSON, or null. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | URLSearchParams;
}

const TIMEOUT_MS = 30_000;
const SERVER_ERROR = 500;
/** A page where the app was not built. */
const NOT_BUILT = 503;

function reasonOf(status: number, body: Reply['body']): string {
  if (typeof body?.['reason'] === 'string') return body['reason'];
  if (typeof body?.['code'] === 'number') return body['code'] === 1 ? 'done' : String(body['code']);
  if (status === 202) return 'proposed';
  return status < 300 ? 'done' : String(status);
}

/**
 * Everything the script sends goes through here: each answer is looked at for a failure of the server, and for secrets.
 */
export class Wire {
  /** Answers of 500 and more, and answers that told a secret. */
  readonly faults: string[] = [];
  sent = 0;
  readonly #url: () => Promise<string>;
  readonly #secrets = new Map<string, string>();

  constructor(url: () => Promise<string>) {
    this.#url = url;
  }

  /** No answer may hold this text from now on. */
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
    const json = jsonOf(text);
    if (status >= SERVER_ERROR && !(status === NOT_BUILT && json === null))
      this.faults.push(`${method} ${path} was answered ${status}: ${text.slice(0, 200)}`);
    for (const [secret, what] of this.#secrets)
      if (text.includes(secret)) this.faults.push(`${method} ${path} told ${what}`);
    return { status, reason: reasonOf(status, json), body: json, text };
  }
}

function jsonOf(text: string): Reply['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Reply['body']) : null;
  } catch {
    return null;
  }
}
