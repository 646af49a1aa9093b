import { expect, test } from 'vitest';
import type { DueMail } from './mail-store.ts';
import { noticeMail } from './notice-mail.ts';

const HREF = 'https://app.example/freeze?token=7.abc_-';
const house = { site: 'Plimsoll', origin: 'https://app.example', freezeHref: HREF };
const due = (more: Partial<DueMail>): DueMail => ({
  notice_id: '7',
  attempts: 1,
  email: 'lea@quay.example',
  lang: null,
  phrase: 'grey <heron>',
  kind: 'card-bound',
  params: { bank: 'North Bank', number: '…9010' },
  ...more,
});

test('a page has the direction of its language, and its link is isolated', () => {
  const arabic = noticeMail(due({ lang: 'ar' }), house);
  expect(arabic.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(arabic.html).toMatch(
    new RegExp(
      `<a href="${HREF.replace('?', '\\?')}" dir="ltr" style="display:block[^"]*">${HREF.replace('?', '\\?')}</a>`,
    ),
  );
  expect(arabic.html).toContain('\u2068grey &lt;heron&gt;\u2069');
  expect(arabic.text).toContain(HREF);
  expect(noticeMail(due({ lang: 'zh-cn' }), house).html).toMatch(/^<!doctype html><html lang="zh-Hans" dir="ltr">/);
});

test('an operator’s remark is escaped, and notices of what nobody in the account did have no freeze link', () => {
  const { html = '', text } = noticeMail(
    due({ kind: 'recharge-refused', params: { amount: '5', coin: 'USDT', remark: '<b>no</b> & "no"' }, phrase: null }),
    house,
  );
  expect(html).toContain('<p style="margin:0 0 12px;">Reason: &lt;b&gt;no&lt;/b&gt; &amp; &quot;no&quot;</p>');
  expect(html).not.toContain(HREF);
  expect(text).toBe('Your deposit of 5 USDT was rejected.\n\nReason: <b>no</b> & "no"\n\nPlimsoll');
});

test('without the app’s origin the mail is text alone', () => {
  expect(noticeMail(due({}), { ...house, origin: undefined })).not.toHaveProperty('html');
});
