import type { Server } from 'node:http';
import { portOf } from '../listening-port.ts';
import { Claims } from './claims.ts';
import { drain } from './drain.ts';
import type { HttpDeps } from './http-deps.ts';
import { createListener } from './listener.ts';
import { languageOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import { createRouter } from './router.ts';
import { routeTable } from './route-table.ts';

/** The HTTP server of the member app, its API and the console. */
export interface HttpServer {
  /** For what shares its port (`/stream`). */
  readonly server: Server;
  /** Answers one request, without a socket in tests. */
  readonly handle: RequestHandler;
  /**
   * Begins to listen; port 0 takes a free one.
   * @returns `http://host:port`
   */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops listening and finishes requests in flight, within five seconds. */
  close(): Promise<void>;
}

/** Builds the server; {@link HttpServer.listen} opens it. */
export function createHttpServer(deps: HttpDeps): HttpServer {
  const claims = new Claims(deps.db, deps.clock, deps.bodySecret);
  const route = createRouter(routeTable(deps, claims));
  let closing: Promise<void> | undefined;
  const isEnding = (): boolean => closing !== undefined || deps.isEnding?.() === true;

  const handle: RequestHandler = (request, response) => {
    if (isEnding()) response.setHeader('Connection', 'close');
    try {
      route(request, response);
    } catch (error) {
      // An error that a handler did not catch ends its request, not the process.
      deps.log.error({ err: error }, 'a request failed');
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, languageOf(request), { reason: 'internal_error' });
    }
  };
  const server = createListener(handle);

  return {
    server,
    handle,
    async listen({ host, port }) {
      claims.start();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`;
    },
    close() {
      closing ??= drain(server).finally(() => claims.stop());
      return closing;
    },
  };
}
