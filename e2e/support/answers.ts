import type { CDPSession, Page } from '@playwright/test';

/**
 * Answers a request of a page in the server's place; `Response.error()` is a connection that breaks, undefined leaves it
 * to the server.
 */
type Answerer = (asked: Request) => Response | Promise<Response | undefined>;

interface Way {
  /** As the browser takes it: `*` is anything. */
  readonly pattern: string;
  readonly path: RegExp;
  readonly answer: Answerer;
}

interface Interception {
  readonly session: CDPSession;
  /** The latest first. */
  ways: readonly Way[];
}

// By the browser's own interception, of these requests alone: a route of Playwright stops every request and disables
// the cache, so each load would fetch and compile the whole app again.
const interceptions = new WeakMap<Page, Interception>();

const escaped = (path: string): string => path.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`);

/** `/api/{a,b}` is `/api/a` and `/api/b`. */
function pathsOf(path: string): string[] {
  const [all, before = '', either = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return all === undefined ? [path] : either.split(',').flatMap((each) => pathsOf(`${before}${each}${after}`));
}

/** `*` and `**` are anything. */
const wayOf = (path: string, answer: Answerer): Way => ({
  pattern: path.replaceAll('**', '*').replaceAll('?', String.raw`\?`),
  path: new RegExp(`^${escaped(path).replaceAll(/\*+/g, '.*')}$`),
  answer,
});

async function interceptionOf(page: Page): Promise<Interception> {
  const known = interceptions.get(page);
  if (known) return known;
  const made: Interception = { session: await page.context().newCDPSession(page), ways: [] };
  interceptions.set(page, made);
  made.session.on('Fetch.requestPaused', ({ requestId, request: { url, method, headers, postData } }) => {
    const asked = new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) });
    const reply = async (): Promise<void> => {
      const way = made.ways.find(({ path }) => path.test(url));
      const answer = await way?.answer(asked);
      if (!answer) await made.session.send('Fetch.continueRequest', { requestId });
      else if (answer.type === 'error')
        await made.session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      else
        await made.session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: answer.status,
          responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
          body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
        });
    };
    // The page may have left, and its request with it.
    reply().catch(() => undefined);
  });
  return made;
}

/** Answers a page's requests to a path in the server's place. Whoever is asked for a path last, answers. */
export async function intercept(page: Page, path: string, answer: Answerer): Promise<void> {
  const interception = await interceptionOf(page);
  interception.ways = [...pathsOf(path).map((each) => wayOf(each, answer)), ...interception.ways];
  await interception.session.send('Fetch.enable', {
    patterns: interception.ways.map(({ pattern }) => ({ urlPattern: pattern })),
  });
}

/** Lets a page ask the server itself again. */
export async function interceptNothing(page: Page): Promise<void> {
  const interception = interceptions.get(page);
  if (!interception) return;
  interception.ways = [];
  await interception.session.send('Fetch.disable');
}

const success = (data: unknown): Response => Response.json({ code: 1, msg: '', data });

/** Shows a page a successful answer with this data. */
export const answer = (path: string, data: unknown) => (page: Page) => intercept(page, path, () => success(data));

/** Shows a page a successful answer, made from what it asks. */
export const answerAs = (path: string, dataOf: (asked: Request) => unknown) => (page: Page) =>
  intercept(page, path, async (asked) => success(await dataOf(asked)));

/** Shows a page the server's answer with its data changed. */
export const change =
  <T>(path: string, changed: (data: T) => unknown) =>
  (page: Page) =>
    intercept(page, path, async (asked) => {
      const response = await fetch(asked);
      const body: { data: T } = await response.json();
      return Response.json({ ...body, data: await changed(body.data) }, { status: response.status });
    });

/** Breaks the connections of a page's requests. */
export const fail = (path: string) => (page: Page) => intercept(page, path, () => Response.error());

/** Never answers a page's requests. */
export const hold = (path: string) => (page: Page) => intercept(page, path, () => new Promise<never>(() => {}));
