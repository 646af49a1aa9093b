import type { TimedPage } from './timed-page.ts';

interface Journey {
  readonly name: string;
  /** Where it begins. */
  readonly from: string;
  readonly walk: (hand: TimedPage) => Promise<void>;
}

const main = (hand: TimedPage) => hand.page.getByRole('navigation', { name: 'Main' });
const tabTo = (hand: TimedPage, name: string) => hand.tap(main(hand).getByRole('link', { name, exact: true }));
const form = (hand: TimedPage) => hand.page.getByRole('form').first();
const field = (hand: TimedPage, name: RegExp) => form(hand).getByRole('textbox', { name });

async function shut(hand: TimedPage): Promise<void> {
  const dialog = hand.page.getByRole('dialog');
  await dialog.waitFor();
  await hand.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** What members do most, from the first tap to the last. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'through the tabs and back',
    from: '/',
    async walk(hand) {
      for (const name of ['Market', 'Trade', 'Options', 'Assets', 'Home', 'Market', 'Assets', 'Home'])
        await tabTo(hand, name);
    },
  },
  {
    name: 'home: losers, figures hidden, an account’s split',
    from: '/',
    async walk(hand) {
      await hand.tab('Losers');
      await hand.tab('Gainers');
      await hand.button('Hide balances');
      await hand.button('Show balances');
    },
  },
  {
    name: 'markets: groups, sorting, a star',
    from: '/market',
    async walk(hand) {
      await hand.tab('BTC');
      await hand.tab('USDT');
      await hand.button(/Sort by price/);
      await hand.button(/Sort by price/);
      await hand.button('Payments');
    },
  },
  {
    name: 'a market found by its coin’s name',
    from: '/market',
    async walk(hand) {
      await hand.type(hand.page.getByRole('searchbox', { name: 'Search markets' }), 'bitcoin');
      await hand.link('Bitcoin: balance, chart and news');
    },
  },
  {
    name: 'spot: a limit order is written',
    from: '/exchange',
    async walk(hand) {
      await hand.tap(form(hand).getByRole('button', { name: 'Sell', exact: true }));
      await hand.tap(form(hand).getByRole('button', { name: 'Buy', exact: true }));
      await hand.tap(form(hand).getByRole('button', { name: 'Market', exact: true }));
      await hand.tap(form(hand).getByRole('button', { name: 'Limit', exact: true }));
      await hand.type(field(hand, /^Amount/), '0.0015');
    },
  },
  {
    name: 'spot: a market order and its result',
    from: '/exchange',
    async walk(hand) {
      await hand.tap(form(hand).getByRole('button', { name: 'Market', exact: true }));
      await hand.type(field(hand, /^Total/), '25');
      await hand.button(/^Buy BTC$/);
      await hand.button('Done');
    },
  },
  {
    name: 'orders: open, filled, cancelled',
    from: '/trade-lst',
    async walk(hand) {
      for (const tab of await hand.page.getByRole('tab').all()) await hand.tap(tab);
    },
  },
  {
    name: 'an option is written and looked at',
    from: '/options',
    async walk(hand) {
      await hand.tap(hand.page.getByRole('main').getByRole('button', { name: /^Stake/ }));
      await hand.button('30');
      await hand.button(/^60 s/);
      await hand.button(/^30 s/);
      await shut(hand);
    },
  },
  {
    name: 'options: own statistics over each time',
    from: '/options?view=stats',
    async walk(hand) {
      for (const button of await hand.page.getByRole('group').first().getByRole('button').all()) await hand.tap(button);
    },
  },
  {
    name: 'assets: each account',
    from: '/assets',
    async walk(hand) {
      for (const name of ['Funds', 'Options', 'All']) await hand.tab(name);
      await hand.link('Transfer');
    },
  },
  {
    name: 'portfolio: each range',
    from: '/portfolio',
    async walk(hand) {
      for (const button of await hand.page.getByRole('group', { name: 'Range' }).getByRole('button').all())
        await hand.tap(button);
    },
  },
  {
    name: 'a deposit is written',
    from: '/recharge',
    async walk(hand) {
      await hand.button('ERC20');
      await hand.button('TRC20');
      await hand.type(field(hand, /^Amount/), '250');
    },
  },
  {
    name: 'a conversion is written',
    from: '/exchangeb',
    async walk(hand) {
      await hand.type(hand.page.getByRole('main').getByRole('textbox').first(), '12.5');
    },
  },
  {
    name: 'funds are moved between own accounts',
    from: '/changemoney',
    async walk(hand) {
      await hand.tap(form(hand).getByRole('button', { name: 'Swap accounts' }));
      await hand.tap(form(hand).getByRole('button', { name: 'Swap accounts' }));
      await hand.type(form(hand).getByRole('textbox').first(), '15');
    },
  },
  {
    name: 'the panel, languages, notices',
    from: '/',
    async walk(hand) {
      await hand.button(/menu/i);
      await shut(hand);
      await hand.button(/^Notifications/);
    },
  },
];
