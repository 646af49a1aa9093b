import type { LoanForOperator } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useCanAccess } from 'ra-core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  Decision,
  DecisionOrOutcome,
  Fact,
  MemberLink,
  Moment,
  OutcomePane,
  PanelHead,
  RowsTable,
  unpadded,
  usePercentText,
  useAmountText,
  useMomentText,
  type Column,
} from '../../platform/resource/index.ts';
import { LOAN_STATUS, REPAYMENT } from '@plimsoll/contract/codes/loans';
import { LoanChecks, LoanImages, LoanTag } from './loan-parts.tsx';

/** One loan: applicant, images, terms, checks and decision. */
export function LoanPanel({ loan }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  const momentText = useMomentText();
  const { canAccess } = useCanAccess({ resource: 'loans', action: 'approve' });
  return (
    <div className="grid gap-4">
      <PanelHead
        over={t('applied', { number: loan.order_num, at: momentText(loan.addtime) })}
        state={<LoanTag loan={loan} />}
      >
        <Figure value={loan.amount} dim={false} /> <span className="text-15 font-medium text-ink-3">USDT</span>
      </PanelHead>
      <LoanImages loan={loan} />
      <div className="grid gap-4 @min-[30rem]:grid-cols-2">
        <Terms loan={loan} />
        <Pane title={t('checks')} className="self-start">
          <LoanChecks loan={loan} />
        </Pane>
      </div>
      <DecisionOrOutcome
        isOpen={loan.status === LOAN_STATUS.applied}
        mayDecide={canAccess}
        roleTooLow={t('roleTooLow')}
        decision={<Lend key={loan.id} loan={loan} />}
        outcome={<Outcome loan={loan} />}
      />
      <Others loan={loan} />
    </div>
  );
}

/** Costs and due date. */
function Terms({ loan }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  const percentText = usePercentText();
  return (
    <Pane title={t('terms')} className="self-start">
      <dl className="grid grid-cols-2 gap-3 text-13">
        <Fact term={t('member')}>
          <MemberLink id={loan.member_id}>{loan.username}</MemberLink>
        </Fact>
        <Fact term={t('creditScore')}>
          <span className="n font-semibold">{loan.credit_score}</span>
        </Fact>
        <Fact term={t('project')}>{loan.title}</Fact>
        <Fact term={t('rate')}>
          {t('rateDays', { rate: percentText(unpadded(loan.interest_rate)), days: loan.cycle })}
        </Fact>
        <Fact term={t('interest')}>
          <Figure value={loan.interest} dim={false} />
        </Fact>
        <Fact term={t('total')}>
          <span className="font-semibold">
            <Figure value={loan.total_amount} dim={false} />
          </span>
        </Fact>
        {loan.late_days > 0 && (
          <Fact term={t('lateInterest')}>
            <Figure value={loan.late_interest} dim={false} />
          </Fact>
        )}
        {loan.late_days > 0 && (
          <Fact term={t('totalDue')}>
            <span className="font-semibold">
              <Figure value={loan.total_due} dim={false} />
            </span>
          </Fact>
        )}
        <Fact term={t('due')}>
          {loan.repayment_time === null ? t('afterApproval') : <Moment at={loan.repayment_time} as="full" />}
        </Fact>
        {loan.repaid_time !== null && (
          <Fact term={t(loan.repaid_by_member ? 'repaidByMember' : 'collected')}>
            <Moment at={loan.repaid_time} as="full" />
          </Fact>
        )}
        {loan.is_repayment === REPAYMENT.overdue && loan.overdue_time !== null && (
          <Fact term={t('overdueSince')}>
            <Moment at={loan.overdue_time} as="full" />
          </Fact>
        )}
      </dl>
    </Pane>
  );
}

/** Approves, or refuses with words for the member. */
function Lend({ loan: { id, order_num, amount } }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  const amountText = useAmountText();
  return (
    <Decision
      resource="loans"
      id={id}
      words={{
        remark: t('remark'),
        remarkAside: t('remarkAside'),
        why: t('why'),
        approve: t('lend', { amount: amountText(amount) }),
        refuse: t('refuse'),
        busy: t('busy'),
      }}
      doneText={(data) => t(data['status'] === LOAN_STATUS.refused ? 'rejected' : 'lent', { number: order_num })}
    />
  );
}

/** The decision, by whom, and the words for the member. */
function Outcome({ loan: { status, decided, remark } }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  if (decided === null) return null;
  const key =
    status === LOAN_STATUS.approved ? 'approvedBy' : status === LOAN_STATUS.refused ? 'refusedBy' : 'cancelledBy';
  return (
    <OutcomePane
      title={t('outcome.title')}
      at={decided.at}
      text={t(`outcome.${key}`, { name: decided.username })}
      remark={remark === '' ? undefined : t('outcome.sent', { remark })}
    />
  );
}

type Other = LoanForOperator['other_loans'][number];

function Others({ loan: { username, other_loans } }: { readonly loan: LoanForOperator }) {
  const t = useTranslations('console-loans');
  const columns = useMemo(
    (): readonly Column<Other>[] => [
      {
        id: 'number',
        header: t('number'),
        cell: ({ id, order_num }) => (
          <Link to={`/loans/${id}`} className="n text-water underline">
            {order_num}
          </Link>
        ),
      },
      { id: 'amount', header: t('amount'), end: true, cell: ({ amount }) => <Figure value={amount} dim={false} /> },
      {
        id: 'due',
        header: t('due'),
        cell: ({ repayment_time }) => (
          <span className="text-ink-3">{repayment_time === null ? '--' : <Moment at={repayment_time} />}</span>
        ),
      },
      { id: 'state', header: t('stateHead'), cell: (other) => <LoanTag loan={other} /> },
    ],
    [t],
  );
  const title = t('others', { name: username });
  return (
    <Pane title={title}>
      {other_loans.length === 0 ? (
        <p className="text-ink-3">{t('noOthers')}</p>
      ) : (
        <RowsTable label={title} columns={columns} rows={other_loans} isCompact />
      )}
    </Pane>
  );
}
