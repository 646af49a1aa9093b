import ccxt from 'ccxt';

/** What lies at a path within an object. Throws when a version of ccxt has it elsewhere. */
function objectAt(value: unknown, ...path: readonly string[]): object {
  const found = path.reduce<unknown>((outer, key) => Object(outer)[key], value);
  if (typeof found !== 'object' || found === null) throw new Error(`ccxt has no ${path.join('.')}`);
  return found;
}

/** ccxt's `htx`, REST and WebSocket, as written for HTX: with the server's addresses, and without futures. */
export async function openCcxt(
  serverUrl: string,
  keys?: { readonly apiKey: string; readonly secret: string; readonly host?: string },
): Promise<InstanceType<typeof ccxt.pro.htx>> {
  const exchange = new ccxt.pro.htx({
    enableRateLimit: false,
    // Ends hangs alone.
    timeout: 60_000,
    ...(keys ? { apiKey: keys.apiKey, secret: keys.secret } : {}),
    options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  });
  const rest = `${serverUrl}/huobiapi`;
  const sockets = rest.replace(/^http/, 'ws');
  Object.assign(objectAt(exchange.urls, 'api'), {
    spot: rest,
    public: rest,
    private: rest,
    v2Public: rest,
    v2Private: rest,
  });
  if (keys?.host !== undefined) {
    exchange.hostname = keys.host;
    Object.assign(objectAt(exchange.urls, 'hostnames'), { spot: keys.host });
  }
  Object.assign(objectAt(exchange.urls, 'api', 'ws', 'api', 'spot'), {
    public: `${sockets}/ws`,
    feed: `${sockets}/feed`,
    private: `${sockets}/ws/v2`,
  });
  // ccxt needs an agent of its own for plain `ws://`.
  await exchange.loadHttpProxyAgent();
  return exchange;
}
