/** Where programs of HTX's calls find the platform (docs/API.md). */
export const programsAddress = (): string => `${location.origin}/huobiapi`;

/** How ccxt is set up for a key, whose secret stays in the environment (docs/API.md). */
export const ccxtSetUp = (access: string): string => `import ccxt from 'ccxt';

const at = '${programsAddress()}';
const htx = new ccxt.htx({
  apiKey: '${access}',
  secret: process.env.SECRET,
  options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
});
Object.assign(htx.urls.api, { spot: at, public: at, private: at, v2Public: at, v2Private: at });
`;
