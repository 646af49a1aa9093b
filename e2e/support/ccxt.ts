import ccxt from 'ccxt';

/** ccxt's `htx`, REST and WebSocket, as written for HTX: with the server's addresses, and without futures. */
export async function openCcxt(serverUrl: string): Promise<InstanceType<typeof ccxt.pro.htx>> {
  const exchange = new ccxt.pro.htx({
    enableRateLimit: false,
    options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  });
  const rest = `${serverUrl}/huobiapi`;
  const sockets = rest.replace(/^http/, 'ws');
  const { api } = exchange.urls as unknown as { api: { ws: { api: { spot: object } } } };
  Object.assign(api, { spot: rest, public: rest, v2Public: rest });
  Object.assign(api.ws.api.spot, { public: `${sockets}/ws`, feed: `${sockets}/feed` });
  // ccxt needs an agent of its own for plain `ws://`.
  await exchange.loadHttpProxyAgent();
  return exchange;
}
