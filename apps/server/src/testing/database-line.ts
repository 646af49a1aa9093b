import { join } from 'node:path';
import { Line } from './line.ts';

/** Opens a line to the database of a connection string, over TCP or a socket; returns the string over that line too. */
export async function openDatabaseLine(to: string): Promise<{ readonly line: Line; readonly url: string }> {
  const direct = new URL(to);
  const sockets = direct.searchParams.get('host');
  const line = await Line.open(() =>
    sockets === null
      ? { host: direct.hostname, port: Number(direct.port) }
      : { path: join(sockets, `.s.PGSQL.${direct.port || '5432'}`) },
  );
  return { line, url: Object.assign(new URL(direct), { host: `127.0.0.1:${line.port}`, search: '' }).href };
}
