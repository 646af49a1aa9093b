import type { Operator } from './operator.ts';

export interface Made {
  readonly notice: number;
  readonly content: number;
  readonly friend: number;
  readonly loan: number;
  readonly script: number;
}

const make = async (operator: Operator, path: string, body: object): Promise<number> =>
  (await operator.call<{ id: number }>('POST', path, body)).id;

/** Makes a notice, an article, a partner, a loan, and a waiting script beside a running one. */
export async function fillCatalogue(owner: Operator, second: Operator): Promise<Made> {
  const running = await make(owner, '/scripts', {
    content: 'const draught = 1;\ndocument.body.dataset.draught = draught;\n',
  });
  await second.call('POST', `/scripts/${running}/approve`);
  return {
    notice: await make(owner, '/notices', {
      title: 'Maintenance on Sunday',
      content:
        '<h2>What happens</h2><p>Withdrawals <b>wait</b> for an hour.</p><ul><li>Deposits go on</li><li>So does trading</li></ul>',
    }),
    content: await make(owner, '/contents', {
      title: 'About Plimsoll',
      content: '<p>Who we are, and <a href="https://example.org">where</a>.</p>',
    }),
    friend: await make(owner, '/friends', { title: 'The chandlery', url: 'https://example.org' }),
    loan: await make(owner, '/loan-projects', {
      title: 'Bridge',
      minprice: '100',
      maxprice: '5000',
      interest_rate: '0.5',
      cycle: '7',
      mechanism: 'All of it at the end.',
    }),
    script: await make(second, '/scripts', {
      content: 'const draught = 2;\ndocument.body.dataset.draught = draught;\nwindow.draught = draught;\n',
    }),
  };
}

export const CATALOGUE_SCREENS = ({ notice, content, friend, loan, script }: Made): readonly string[] => [
  'coins/1',
  'networks/1',
  'markets/create',
  'currencies/1',
  'option-terms/1',
  `loan-projects/${loan}`,
  'mining-products/1',
  'staking-projects/create',
  'banners/create',
  `notices/${notice}`,
  'notices/create',
  `contents/${content}`,
  `friends/${friend}`,
  'languages/2',
  'settings',
  `scripts/${script}`,
  'scripts/create',
];
