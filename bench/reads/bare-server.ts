import { createServer } from 'node:http';

// Plain `node:http` that always sends the same bytes: the baseline of the server's answers from memory. Gets them from
// its parent, answers its port.

export interface SameAnswer {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

process.on('message', ({ headers, body }: SameAnswer) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, [...headers]);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.send?.(address.port);
  });
});
process.on('disconnect', () => process.exit(0));
