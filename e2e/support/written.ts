import type { Page } from '@playwright/test';
import { answer, answerAs, fail, hold } from './answers.ts';
import { settingsWith, type Screen } from './screen-kind.ts';

const alerted = (page: Page) => page.getByRole('alert').getByRole('heading').waitFor();
const listed = (page: Page) => page.locator('main li').first().waitFor();
const heading = (page: Page) => page.locator('main h2').first().waitFor();
const languageOf = ({ headers }: Request) => (headers.get('lang') === 'ar' ? 'ar' : 'en');

const HALF_HOUR_MS = 1_800_000;
const PICTURE = '/banners/check-the-line.svg';
const BODY = {
  en: '<h3>What changes</h3><p>The 30 s rate becomes <b>0.76</b>. Options opened before keep <a href="/options">their terms</a>.</p><ul><li>Nothing else changes</li><li>Terms 8 hold from Monday</li></ul><table><tr><th>Cycle</th><th>Rate</th></tr><tr><td>30 s</td><td>0.76</td></tr></table><blockquote>All of it is on the tape.</blockquote>',
  ar: '<h3>ما الذي يتغيّر</h3><p>تصبح نسبة 30 ثانية <b>0.76</b>. وتحتفظ الخيارات المفتوحة سابقًا <a href="/options">بشروطها</a>.</p><ul><li>لا شيء آخر يتغيّر</li><li>تسري الشروط 8 من يوم الاثنين</li></ul><table><tr><th>المدة</th><th>النسبة</th></tr><tr><td>30 ث</td><td>0.76</td></tr></table><blockquote>كل ذلك على الشريط.</blockquote>',
};
const WORDS = {
  en: [
    'Deposit credited',
    'New payout terms from Monday',
    'Planned pause on Sunday night, with a title that is longer than its line',
    'Account created',
  ],
  ar: [
    'تم إيداع المبلغ',
    'شروط دفع جديدة من يوم الاثنين',
    'توقف مخطط له ليلة الأحد، بعنوان أطول من سطره الواحد على الشاشة',
    'أهلًا بك على متن السفينة',
  ],
};
const PARTNERS = ['Haven Bank', 'Quay & Sons', 'Lighthouse Custody'];

/** Notices of several weeks: two unread, one with a picture. */
const noticed = answerAs('**/api/getNoticeList', async (asked) => {
  const language = languageOf(asked);
  const id = new URLSearchParams(await asked.text()).get('id');
  const list = WORDS[language].map((title, at) => ({
    id: 1004 - at,
    title,
    addtime: new Date(Date.now() - 3 ** (2 * at) * HALF_HOUR_MS).toISOString(),
    status: at < 2 ? 1 : 2,
    imgs: at === 1 ? PICTURE : '',
    content: BODY[language],
  }));
  return {
    list: id === null ? list : list.filter((each) => String(each.id) === id).map((each) => ({ ...each, status: 2 })),
  };
});

const written = async (page: Page) => {
  await answerAs('**/api/getContentList', (asked) => {
    const language = languageOf(asked);
    return {
      list: WORDS[language]
        .slice(1)
        .map((title, at) => ({ title, img: at === 0 ? PICTURE : '', content: BODY[language] })),
    };
  })(page);
  await answer('**/api/getFriendList', {
    list: PARTNERS.map((title, at) => ({
      title,
      url: 'https://partner.example/',
      img: at === 0 ? '/icons/favicon.svg' : '',
    })),
  })(page);
};

async function openFirst(page: Page, at: number): Promise<void> {
  await page.locator('main li > button').nth(at).click();
  await page.getByRole('dialog').waitFor();
}

export const WRITTEN_SCREENS: readonly Screen[] = [
  { name: 'notices', as: 'trader', path: '/notify', before: noticed, open: listed },
  { name: 'notice', as: 'trader', path: '/notify', before: noticed, open: (page) => openFirst(page, 1) },
  {
    name: 'notices-empty',
    as: 'newcomer',
    path: '/notify',
    before: answer('**/api/getNoticeList', { list: [] }),
    open: heading,
  },
  { name: 'notices-loading', as: 'trader', path: '/notify', before: hold('**/api/getNoticeList'), isBusy: true },
  { name: 'notices-failed', as: 'trader', path: '/notify', before: fail('**/api/getNoticeList'), open: alerted },
  {
    name: 'notices-offline',
    as: 'trader',
    path: '/notify',
    before: noticed,
    async open(page) {
      await listed(page);
      await page.context().setOffline(true);
      await page.locator('.bg-warn-tint:visible').first().waitFor();
    },
  },
  // Polled ten seconds after the page is drawn.
  {
    name: 'notice-popup',
    as: 'trader',
    path: '/market',
    before: noticed,
    // Two polls.
    open: (page) => page.getByRole('dialog').waitFor({ timeout: 30_000 }),
  },
  { name: 'about', as: 'trader', path: '/introduction', before: written, open: listed },
  { name: 'about-article', as: 'trader', path: '/introduction', before: written, open: (page) => openFirst(page, 0) },
  {
    name: 'about-empty',
    as: 'trader',
    path: '/introduction',
    before: answer('**/api/getContentList', { list: [] }),
    open: heading,
  },
  { name: 'about-loading', as: 'trader', path: '/introduction', before: hold('**/api/getContentList'), isBusy: true },
  {
    name: 'about-failed',
    as: 'trader',
    path: '/introduction',
    before: fail('**/api/{getContentList,getFriendList}'),
    open: alerted,
  },
  {
    name: 'about-off',
    as: 'trader',
    path: '/introduction',
    before: settingsWith({ introduce_switch: 0 }),
    open: heading,
  },
];
