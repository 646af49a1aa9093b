import { answer } from './answers.ts';
import type { Screen } from './screen-kind.ts';

const entry = {
  c_id: 1,
  title: 'USDT',
  networks: ['ERC20'],
  addtime: '2026-03-21T14:03:00.000Z',
  opens_at: null,
  used: 0,
  last_used: null,
};
/** An allowed address, one still waiting, and one similar to the first. */
const withBook = answer('**/api/getAddressBook', {
  allowed_only: 1,
  allowed_until: '2031-03-22T14:03:00.000Z',
  list: [
    {
      ...entry,
      id: 1,
      label: 'Cold store',
      address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      opens_at: '2026-03-20T10:00:00.000Z',
      used: 3,
      last_used: '2026-03-18T10:00:00.000Z',
    },
    {
      ...entry,
      id: 2,
      label: 'Customs office, third floor, second room',
      address: '0x2222222222222222222222222222222222222222',
      opens_at: '2031-03-20T10:00:00.000Z',
    },
    { ...entry, id: 3, label: 'Somebody', address: '0x111111111111111111111111111111111111aaed' },
  ],
});

export const BOOK_SCREENS: readonly Screen[] = [
  {
    name: 'address-book',
    as: 'trader',
    path: '/bindMentionAddress?view=book',
    before: withBook,
    open: (page) => page.locator('main ul li').first().waitFor(),
  },
  {
    name: 'address-book-new',
    as: 'trader',
    path: '/bindMentionAddress?view=book&act=new',
    open: (page) => page.locator('main input[maxlength="40"]').waitFor(),
  },
];
