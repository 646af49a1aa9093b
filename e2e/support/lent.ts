import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { answerAs } from './answers.ts';

const LOAN = {
  title: 'Anchor line 30',
  amount: '5000.00000000',
  interest: '75.00000000',
  total_amount: '5075.00000000',
  total_due: '5075.00000000',
  late_days: 0,
  late_interest: '0.00000000',
  repayment_time: null,
  is_repayment: 0,
  interest_rate: '0.05000000',
  cycle: 30,
  remark: '',
  addtime: '2026-03-18T09:12:00.000Z',
  repaid_time: null,
};
const DUE = '2026-04-17T09:12:00.000Z';
type Name =
  | 'applying'
  | 'approved'
  | 'failed'
  | 'cancelled'
  | 'notDue'
  | 'open'
  | 'repaid'
  | 'overdue'
  | 'notGranted'
  | 'notTaken';

/** Server messages in the reader's language, for invented figures. */
const WORDS: Readonly<Record<string, Readonly<Record<Name, string>>>> = {
  en: {
    applying: 'Pending',
    approved: 'Approved',
    failed: 'Rejected',
    cancelled: 'Cancelled',
    notDue: 'Not yet due',
    open: 'Due',
    repaid: 'Repaid',
    overdue: 'Overdue',
    notGranted: 'Rejected',
    notTaken: 'Cancelled',
  },
  ar: {
    applying: 'قيد الانتظار',
    approved: 'تمت الموافقة',
    failed: 'مرفوض',
    cancelled: 'ملغى',
    notDue: 'لم يحن موعده بعد',
    open: 'مستحق',
    repaid: 'تم السداد',
    overdue: 'متأخر السداد',
    notGranted: 'مرفوض',
    notTaken: 'ملغى',
  },
};

/** A loan in each state, whose texts are names of messages. */
const LOANS: readonly {
  readonly status_text: Name;
  readonly is_repayment_text: Name;
  readonly [field: string]: unknown;
}[] = [
  {
    ...LOAN,
    id: 100_017,
    order_num: 'L260318100017',
    status: 1,
    status_text: 'applying',
    is_repayment_text: 'notDue',
  },
  {
    ...LOAN,
    id: 100_014,
    order_num: 'L260314100014',
    title: 'Long haul 90',
    amount: '8000.00000000',
    interest: '288.00000000',
    total_amount: '8288.00000000',
    total_due: '8288.00000000',
    status: 2,
    status_text: 'approved',
    is_repayment_text: 'open',
    repayment_time: DUE,
  },
  {
    ...LOAN,
    id: 100_011,
    order_num: 'L260311100011',
    late_days: 4,
    late_interest: '10.00000000',
    total_due: '5085.00000000',
    status: 2,
    status_text: 'approved',
    is_repayment: 2,
    is_repayment_text: 'overdue',
    repayment_time: DUE,
  },
  {
    ...LOAN,
    id: 100_009,
    order_num: 'L260310100009',
    title: 'Short tide 7',
    amount: '1000.00000000',
    interest: '5.60000000',
    total_amount: '1005.60000000',
    total_due: '1005.60000000',
    status: 2,
    status_text: 'approved',
    is_repayment: 1,
    is_repayment_text: 'repaid',
    repayment_time: DUE,
    repaid_time: DUE,
  },
  {
    ...LOAN,
    id: 100_001,
    order_num: 'L260302100001',
    status: 3,
    status_text: 'failed',
    is_repayment_text: 'notGranted',
    remark: 'The photo of the back is blurred',
  },
  {
    ...LOAN,
    id: 100_000,
    order_num: 'L260301100000',
    status: 4,
    status_text: 'cancelled',
    is_repayment_text: 'notTaken',
  },
];

/** Loans in each state, which need operators and time. */
export const lent = answerAs('**/api/getLoanRecords', ({ headers }) => {
  const words = WORDS[headers.get('lang') ?? 'en'] ?? WORDS['en'];
  return {
    list: LOANS.map((loan) => ({
      ...loan,
      status_text: words?.[loan.status_text],
      is_repayment_text: words?.[loan.is_repayment_text],
    })),
  };
});

const PHOTO = fileURLToPath(new URL('../../apps/member/public/icons/icon-512.png', import.meta.url));
export const applicable = (page: Page) => page.locator('#loan input[inputmode=decimal]').waitFor();
/** Fills an application except for one image. */
export async function writeApplication(page: Page): Promise<void> {
  await applicable(page);
  await page.locator('#loan input[inputmode=decimal]').fill('5000');
  await page.locator('#loan input[type=file]').first().setInputFiles(PHOTO);
  await page.locator('#loan .text-good').first().waitFor();
  await page.locator('#loan input[type=file]').first().setInputFiles(PHOTO);
  await page.locator('#loan .text-good').nth(1).waitFor();
}
