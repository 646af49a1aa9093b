import type { Screen } from './screen-kind.ts';

export const PROOF_SCREENS: readonly Screen[] = [
  {
    name: 'proof',
    as: 'visitor',
    path: '/proof',
    open: (page) => page.locator('main ol li').first().waitFor(),
  },
  {
    name: 'proof-refused',
    as: 'visitor',
    path: '/proof',
    async open(page) {
      await page.locator('main ol li').first().waitFor();
      await page.locator('textarea').fill('{"entry":"no receipt"}');
      await page.locator('textarea + button').click();
      await page.locator('main [role=status]').waitFor();
    },
  },
  {
    name: 'proof-failed',
    as: 'visitor',
    path: '/proof',
    before: (page) => page.route('**/log/**', (route) => route.abort('connectionreset')),
    open: (page) => page.getByRole('alert').getByRole('heading').waitFor(),
  },
];
