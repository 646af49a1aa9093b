import type { Bill, OwnTransfer } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { Figure, Tag, useReading } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReceiptLink } from '../proof/index.ts';

interface RecordProps {
  readonly what: ReactNode;
  readonly figure: ReactNode;
  readonly at: string;
  readonly state?: ReactNode;
}

function Record({ what, figure, at, state }: RecordProps) {
  const reading = useReading();
  return (
    <article className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0">{what}</span>
        <span className="ms-auto text-[min(var(--fs-15),4.6vw)] font-semibold">{figure}</span>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-ink-3">
        <time dateTime={at}>
          <bdi>{formatTime(at, { ...reading, style: 'moment' })}</bdi>
        </time>
        {state}
      </p>
    </article>
  );
}

/** A bill: plus and green for income, minus for spending. */
export function BillRow({ bill, isHidden }: { readonly bill: Bill; readonly isHidden: boolean }) {
  const isIncome = bill.st === 1;
  return (
    <Record
      what={bill.remark}
      figure={
        <Figure
          value={isIncome ? bill.num : `-${bill.num}`}
          places={8}
          signed
          hidden={isHidden}
          className={isIncome ? 'text-up' : ''}
        />
      }
      at={bill.addtime}
      state={<ReceiptLink kind="journal" id={bill.journal} />}
    />
  );
}

/** A transfer between own accounts. */
export function TransferRow({ transfer, isHidden }: { readonly transfer: OwnTransfer; readonly isHidden: boolean }) {
  const t = useTranslations('assets.account');
  return (
    <Record
      what={transfer.msg}
      figure={
        <>
          <Figure value={transfer.num} places={8} hidden={isHidden} />{' '}
          <small className="text-12 font-normal text-ink-3">{transfer.coinName}</small>
        </>
      }
      at={transfer.updatetime}
      state={
        <span className="flex items-center gap-3">
          <ReceiptLink kind="transfer" id={transfer.id} />
          <Tag kind="ok" icon={check}>
            {t('completed')}
          </Tag>
        </span>
      }
    />
  );
}
