import { acceptedEncoding } from './encoding.ts';
import { languageOf, type RequestHandler } from './request.ts';
import { withRequestId } from './request-id.ts';
import { sendRefusal } from './response.ts';
import type { PageRoute } from './route.ts';
import { contentSecurityPolicy, pageHeaders } from './security-headers.ts';
import { StaticFile } from './static-file.ts';

const ALLOW = ['GET', 'HEAD'];

/** Answers a page that the server makes, once, under the strictest policy: no text of it becomes HTML or a script. */
export function pageHandler({ html }: PageRoute): RequestHandler {
  let made: { readonly file: StaticFile; readonly headers: string[] } | undefined;
  const page = () => {
    const text = html();
    const file = new StaticFile('/page.html', Buffer.from(text), {});
    return { file, headers: pageHeaders(contentSecurityPolicy(text, { trustedTypes: [] })) };
  };
  return (request, response) => {
    if (!ALLOW.includes(request.method ?? '')) {
      sendRefusal(request, response, languageOf(request), { reason: 'method_not_allowed' }, [
        'Allow',
        ALLOW.join(', '),
      ]);
      return;
    }
    const { file, headers } = (made ??= page());
    void file.in(acceptedEncoding(request.headers['accept-encoding'])).then((ready) => {
      const isKnown = file.isKnownBy(request.headers['if-none-match']);
      // A 304 has no body for Content-Type and Content-Length.
      response.writeHead(
        isKnown ? 304 : 200,
        withRequestId(response, [...(isKnown ? ready.headers.slice(4) : ready.headers), ...headers]),
      );
      response.end(isKnown ? undefined : ready.body);
    });
  };
}
