import { buyWhole, place, type Member } from './member.ts';

/** A percentage of the last price, in whole USDT. */
const near = (close: string, hundredths: number): string => ((Number(close) * hundredths) / 100).toFixed(0);

/**
 * Gives a member with 10 000 USDT a history: open, filled and cancelled orders, starred markets and a payment password.
 */
export async function furnish(member: Member): Promise<void> {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: 'Anchor7down' });
  await member.obtain('setusraddress', { c_id: '1', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
  await member.obtain('setBank', {
    bank_name: 'Haven Bank',
    card_number: '6222 0212 3456 7890',
    card_name: 'Ada Keel',
  });
  for (const market of ['1', '3']) await member.obtain('setFavourite', { market, on: '1' });
  const { list } = await member.obtain('getMarketList');
  const closeOf = (symbol: string): string => list.find((each) => each.symbol === symbol)?.close ?? '0';
  const bitcoin = closeOf('btcusdt');
  const some = (usdt: number): string => (usdt / Number(bitcoin)).toFixed(4);
  await buyWhole(member, 'btcusdt', some(4000));
  await place(member, { symbol: 'btcusdt', side: 'sell', num: some(1000) });
  await place(member, { symbol: 'ethusdt', side: 'buy', price: near(closeOf('ethusdt'), 102), num: '0.05' });
  await place(member, { symbol: 'solusdt', side: 'buy', amount: '300' });
  const cancelled = await place(member, { symbol: 'btcusdt', side: 'buy', price: near(bitcoin, 80), num: some(1000) });
  await member.obtain('tradecancelOrder', { bb_id: String(cancelled) });
  await place(member, { symbol: 'btcusdt', side: 'sell', price: near(bitcoin, 104), num: some(1200) });
  await place(member, { symbol: 'btcusdt', side: 'buy', price: near(bitcoin, 97), num: some(1500) });
  for (const [from_type, to_type, num] of [
    ['1', '2', '1250'],
    ['2', '1', '85.5'],
    ['1', '3', '300'],
  ] as const)
    await member.obtain('transfer', { c_id: '1', num, from_type, to_type });
  for (const [m_id, ctzed, buytype] of [
    ['1', '30', '1'],
    ['2', '45.5', '2'],
    ['3', '10', '1'],
  ] as const)
    await member.obtain('creatorder', { m_id, ctime: '30', ctzed, buytype });
}
