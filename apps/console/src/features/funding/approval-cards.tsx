import { formatDecimal } from '@plimsoll/i18n';
import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { Icon, useReading } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Moment } from '../../platform/resource/index.ts';
import type { Approval } from './four-eyes.ts';

/** The approvals that a withdrawal has and needs. */
export function ApprovalCards({
  approvals,
  record,
}: {
  readonly approvals: readonly Approval[];
  readonly record: WithdrawalForOperator;
}) {
  const t = useTranslations('console-review');
  const { language } = useReading();
  const nameOf = (at: number) =>
    t(record.approvals_needed === 1 ? 'withdrawals.only' : at === 0 ? 'withdrawals.first' : 'withdrawals.second');
  const worth = record.worth === null ? undefined : formatDecimal(record.worth, { language, decimals: 2 });
  const why =
    record.approvals_needed === 1
      ? worth === undefined
        ? ''
        : t('withdrawals.oneNeeded', { worth })
      : worth === undefined
        ? t('withdrawals.twoUnknown')
        : t('withdrawals.twoNeeded', { worth });
  if (approvals.length === 0) return null;
  return (
    <ul className="grid gap-3 @min-[30rem]:grid-cols-2">
      {approvals.map((approval, at) => (
        <li key={nameOf(at)} className={approval.is === 'given' ? 'sign' : 'sign sign-open'}>
          <span className="flex items-center justify-between text-12 text-ink-3">
            {nameOf(at)}
            {approval.is === 'given' && <Icon of={check} size={18} className="text-good" />}
          </span>
          {approval.is === 'given' ? (
            <>
              <span className="font-semibold">{approval.by.username}</span>
              <span className="text-12 text-ink-2">
                <Moment at={approval.by.at} />
                {approval.by.remark !== '' && <> {t('withdrawals.quoted', { remark: approval.by.remark })}</>}
              </span>
            </>
          ) : (
            <>
              <span className="font-semibold">{t(`withdrawals.${approval.is}`)}</span>
              <span className="text-12 text-ink-2">
                {approval.is === 'others' && at > 0 && approvals[0]?.is === 'given'
                  ? t('withdrawals.sameOperator')
                  : why}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
