import type { Server } from 'node:http';
import { portOf } from '../listening-port.ts';
import { Claims } from './claims.ts';
import { drain } from './drain.ts';
import type { HttpDeps } from './http-deps.ts';
import { createListener } from './listener.ts';
import { peersBehind } from './peers.ts';
import { nameRequest, requestIdOf } from './request-id.ts';
import { languageOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import { createRouter } from './router.ts';
import { routeTable } from './route-table.ts';

export interface HttpServer {
  /** `/stream` shares its port. */
  readonly server: Server;
  /** Without a socket in tests. */
  readonly handle: RequestHandler;
  /**
   * Begins to listen; port 0 takes a free one.
   * @returns `http://host:port`
   */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Finishes requests in flight, within five seconds. */
  close(): Promise<void>;
}

/** Builds the server; {@link HttpServer.listen} opens it. */
export function createHttpServer(deps: HttpDeps): HttpServer {
  const peers = peersBehind(deps.trustProxy);
  const claims = new Claims(deps.db, deps.clock, deps.bodySecret);
  const route = createRouter(routeTable(deps, claims));
  let closing: Promise<void> | undefined;
  const isEnding = (): boolean => closing !== undefined || deps.isEnding?.() === true;

  const handle: RequestHandler = (request, response) => {
    if (isEnding()) response.setHeader('Connection', 'close');
    nameRequest(request, response, peers);
    try {
      route(request, response);
    } catch (error) {
      // An uncaught error ends its request, not the process.
      deps.log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
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
