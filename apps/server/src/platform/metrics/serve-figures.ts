import { createServer } from 'node:http';
import { portOf } from '../listening-port.ts';

/** Prometheus' text form. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Where figures can be read. */
export interface FiguresServer {
  /** `http://HOST:PORT/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

interface FiguresOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly text: () => Promise<string>;
  readonly failed: (error: unknown) => void;
}

/** At `/metrics`, without a login, on a port of their own. */
export async function serveFigures({ host, port, text, failed }: FiguresOptions): Promise<FiguresServer> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics' || request.method !== 'GET') {
      response.writeHead(path === '/metrics' ? 405 : 404, { 'Content-Length': '0' }).end();
      return;
    }
    text().then(
      (body) => {
        response.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(body);
      },
      (error: unknown) => {
        failed(error);
        response.writeHead(500, { 'Content-Length': '0' }).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
