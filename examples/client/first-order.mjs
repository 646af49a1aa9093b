import { parseArgs } from 'node:util';
import { createClient, Refused } from '@plimsoll/client';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    symbol: { type: 'string', default: 'btcusdt' },
    /** Of a member who exists; without, a new one of a demo is registered. */
    username: { type: 'string' },
    password: { type: 'string', default: 'quay4load7line' },
  },
});

const client = createClient({ url: values.url, lang: 'en' });
const { password } = values;
if (values.username === undefined) {
  const email = `first-${Date.now()}@example.org`;
  await client.call('register', { type: '2', email, password, repassword: password });
  await client.call('demoFunds');
  console.log(`registered ${email}`);
} else await client.call('login', { username: values.username, password });

// From `begun` on every change of the member's own is reported, so that nothing is missed.
const orders = new Map();
const stream = await new Promise((resolve) => {
  const opened = client.stream({
    onNews: (frame) => frame.event === 'order' && orders.get(frame.id)?.(frame),
    onBegun: () => resolve(opened),
  });
});

const { list: markets } = await client.call('getMarketList');
const market = markets.find(({ symbol }) => symbol === values.symbol);
if (!market) throw new Error(`there is no market ${values.symbol}`);
console.log(`${market.title} last ${market.close}`);

// Amounts are text: far below the price, so that the order waits.
const price = String(Math.floor(Number(market.close) / 2));
const order = { m_id: market.id, type: '1', operate_type: '1', num: '0.01', price };
try {
  await client.call('upbbbuy', { ...order, num: '1000000' });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused: ${error.reason}`);
}

// Where no answer comes the client sends again with the same key: it is one order all the same.
const { id } = await client.call('upbbbuy', order);
console.log(`placed at ${price}`);
const cancelled = new Promise((resolve) => {
  orders.set(id, ({ status }) => status === 3 && resolve());
});
await client.call('tradecancelOrder', { bb_id: id });
await cancelled;
console.log('cancelled, as the news says');
stream.close();
await client.call('logout');
