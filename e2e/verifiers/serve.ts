import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { markText, type TapeMark } from '@plimsoll/proof';
import { encodeBundle, parseTilePath, TILE_WIDTH, TileEdge, type Hash } from '@plimsoll/proof/log';

/** What a server of a log shows: each part may be crooked by itself. */
export interface Served {
  readonly lines: readonly string[];
  readonly checkpoint: string;
  readonly vkey: string;
  readonly marks: readonly TapeMark[];
  /** Answers calls in place of `marks`. */
  readonly api?: (path: string, query: URLSearchParams) => Promise<Buffer | undefined>;
  /** What bundles of entries hold, where it is not what the tiles were computed from. */
  readonly bundled?: readonly string[];
  /** Other files by their path: the app, and lists of builds. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where a full tile stands its partial ones are gone. */
  readonly isGrown?: boolean;
}

/** A log's tiles by level and number, computed from its entries. */
export function tilesOf(lines: readonly string[]): {
  readonly tiles: ReadonlyMap<string, readonly Hash[]>;
  readonly root: Hash;
} {
  const edge = new TileEdge();
  const tiles = new Map<string, readonly Hash[]>();
  for (const line of lines)
    for (const { level, index, hashes } of edge.append(Buffer.from(line))) tiles.set(`${level}/${index}`, hashes);
  for (const [level, hashes] of edge.partial.entries())
    if (hashes.length > 0) tiles.set(`${level}/${Math.floor(lines.length / TILE_WIDTH ** (level + 1))}`, hashes);
  return { tiles, root: edge.root };
}

/** Serves a log and its tape on a free port until `close`. */
export async function serve(served: Served): Promise<{ readonly url: string; close(): void }> {
  const { tiles } = tilesOf(served.lines);
  const answer = async (path: string, query: URLSearchParams): Promise<Buffer | undefined> => {
    if (path === '/log/checkpoint') return Buffer.from(served.checkpoint);
    if (path === '/log/vkey') return Buffer.from(`${served.vkey}\n`);
    if (path.startsWith('/api/') && served.api) return served.api(path, query);
    if (path === '/api/tape') return Buffer.from(tapeAnswer(served.marks, query));
    const file = served.files?.[decodeURI(path)];
    if (file !== undefined) return Buffer.from(file);
    const tile = parseTilePath(path.replace('/log/', ''));
    const isFull = tile && (tile.index + 1) * TILE_WIDTH ** (Number(tile.level) + 1 || 1) <= served.lines.length;
    if (!tile || (served.isGrown && tile.width < TILE_WIDTH && isFull)) return undefined;
    if (tile.level !== 'entries') {
      const hashes = tiles.get(`${tile.level}/${tile.index}`)?.slice(0, tile.width);
      return hashes?.length === tile.width ? Buffer.concat(hashes) : undefined;
    }
    const first = tile.index * TILE_WIDTH;
    const bundle = (served.bundled ?? served.lines).slice(first, first + tile.width);
    return bundle.length === tile.width
      ? Buffer.from(encodeBundle(bundle.map((line) => Buffer.from(line))))
      : undefined;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    void answer(url.pathname, url.searchParams).then((body) => {
      response.writeHead(body ? 200 : 404);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a listening TCP server answers
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function tapeAnswer(marks: readonly TapeMark[], query: URLSearchParams): string {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  const page = marks
    .filter(({ seq, market }) => market === query.get('symbol') && seq >= from && seq <= to)
    .slice(0, 2_000)
    .map((mark) => `${markText(mark).slice(0, -1)},"hash":"${mark.hash}"}`);
  return `{"code":1,"msg":"Done","data":{"list":[${page.join(',')}]}}`;
}
