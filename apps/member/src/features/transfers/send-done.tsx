import type { Answer } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { linkClass, Note, useReading } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useAmountWords } from '../assets/index.ts';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { ReceiptLink } from '../proof/index.ts';

export interface Done {
  readonly answer: Answer<'balanceTransfer'>;
  readonly amount: string;
  readonly coin: string;
  readonly to: string;
}

/** That it was sent, when it arrives, and the link to the list. */
export function SendDone({ done }: { readonly done: Done }) {
  const t = useTranslations('transfers');
  const reading = useReading();
  const words = useAmountWords();
  return (
    <Note kind="ok" icon={check}>
      <b className="text-ink">
        {t(done.answer.status === MEMBER_TRANSFER_STATUS.finished ? 'done.arrived' : 'done.onItsWay', {
          amount: words(done.amount),
          coin: done.coin,
          name: `\u2068${done.to}\u2069`,
        })}
      </b>
      <br />
      {done.answer.status === MEMBER_TRANSFER_STATUS.transferring && (
        <>
          {t('done.until', {
            time: `\u2068${formatTime(done.answer.arrival_time, { ...reading, style: 'full' })}\u2069`,
          })}{' '}
        </>
      )}
      <Link to="/transfer-list" className={`${linkClass} hit`}>
        {t('done.list')}
      </Link>
      {done.answer.status === MEMBER_TRANSFER_STATUS.finished && (
        <span className="flex min-h-11 items-center">
          <ReceiptLink kind="send" id={done.answer.id} />
        </span>
      )}
    </Note>
  );
}
