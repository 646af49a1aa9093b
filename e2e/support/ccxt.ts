import ccxt from 'ccxt';

/**
 * ccxt's `htx`, REST and WebSocket, as a program written for HTX would have it: only the addresses are ours, and
 * futures, which we have not, are left out.
 */
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
  // ccxt takes plain `ws://` only with an agent of its own.
  await exchange.loadHttpProxyAgent();
  return exchange;
}
