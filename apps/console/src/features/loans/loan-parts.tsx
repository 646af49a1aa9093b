import type { LoanForOperator } from '@plimsoll/contract/operator';
import { LOAN_STATUS, REPAYMENT } from '@plimsoll/contract/codes/loans';
import { Tag, type IconShape, type TagKind } from '@plimsoll/ui';
import { check, clock, close, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { CheckLine, useAmountText, useFirstLink, useMomentText } from '../../platform/resource/index.ts';

type Standing = Pick<LoanForOperator, 'status' | 'is_repayment'>;

const TAGS: Readonly<
  Record<LoanForOperator['status'], readonly [TagKind, IconShape, 'applied' | 'approved' | 'refused' | 'cancelled']>
> = {
  1: ['wait', clock, 'applied'],
  2: ['ok', check, 'approved'],
  3: ['bad', close, 'refused'],
  4: ['plain', close, 'cancelled'],
};

/** A loan's status as a tag; for an open loan its repayment. */
export function LoanTag({ loan: { status, is_repayment } }: { readonly loan: Standing }) {
  const t = useTranslations('console-loans');
  if (status === LOAN_STATUS.approved && is_repayment === REPAYMENT.overdue)
    return (
      <Tag kind="bad" icon={warn}>
        {t('state.overdue')}
      </Tag>
    );
  if (status === LOAN_STATUS.approved && is_repayment === REPAYMENT.repaid)
    return (
      <Tag kind="plain" icon={check}>
        {t('state.repaid')}
      </Tag>
    );
  const [kind, icon, key] = TAGS[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(`state.${key}`)}
    </Tag>
  );
}

/** The checks of a loan, as of now. */
export function LoanChecks({ loan: { checks, member_overdue } }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  const amountText = useAmountText();
  const momentText = useMomentText();
  return (
    <ul aria-label={t('checks')} className="grid gap-2">
      {checks.map(({ check: name, passed, at, remark }) => (
        <CheckLine key={name} passed={passed}>
          {t(`check.${name}${passed ? '' : 'Not'}`, {
            owed: amountText(member_overdue),
            at: at === null ? '' : momentText(at, 'date'),
            remark,
          })}
        </CheckLine>
      ))}
    </ul>
  );
}

const IMAGES = ['front_card', 'later_card', 'handheld_card'] as const;

/** The three images of an application; each opens in a new tab. */
export function LoanImages({ loan }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  return (
    <ul aria-label={t('images.label')} className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      {IMAGES.map((name) => (
        <LoanImage key={name} link={loan[name]} what={t(`images.${name}`)} number={loan.order_num} />
      ))}
    </ul>
  );
}

function LoanImage({ link, what, number }: { readonly link: string; readonly what: string; readonly number: string }) {
  const t = useTranslations('console-loans');
  const first = useFirstLink(link);
  return (
    <li className="grid content-start gap-1.5">
      <a
        href={first}
        target="_blank"
        rel="noreferrer"
        className="block overflow-hidden rounded-lg bg-surface"
        title={t('images.open')}
      >
        <img src={first} alt={t('images.alt', { what, number })} className="aspect-[1.3] w-full object-contain" />
      </a>
      <span className="text-12 text-ink-3">{what}</span>
    </li>
  );
}
