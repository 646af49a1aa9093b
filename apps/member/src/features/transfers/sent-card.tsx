import type { MemberTransfer } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { Facts, Figure, Tag, useReading, type IconShape, type TagKind } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { useSentChanged } from './queries.ts';

type Status = MemberTransfer['status'];
const STATES = { 1: 'transferring', 2: 'finished', 3: 'cancelled' } as const;
const TAGS: Readonly<Record<Status, readonly [TagKind, IconShape]>> = {
  1: ['wait', clock],
  2: ['ok', check],
  3: ['plain', close],
};

/**
 * A transfer to another member: to whom, how it stands, when, and what it comes to; while it is on its way, with the
 * link that takes it back.
 */
export function SentCard({ transfer }: { readonly transfer: MemberTransfer }) {
  const t = useTranslations('transfers.list');
  const reading = useReading();
  const words = useAmountWords();
  const sentChanged = useSentChanged();
  const { busy, submit } = useSubmit('cancelInternalTransfer', {
    keyed: true,
    onDone: sentChanged,
    onRefused: sentChanged,
  });
  const { id, order_num, status, addtime, arrival_time, to_username, coin, amount, sxf, arrival_amount } = transfer;
  const [kind, icon] = TAGS[status];
  const at = (time: string) => (
    <time dateTime={time}>
      <bdi>{formatTime(time, { ...reading, style: 'full' })}</bdi>
    </time>
  );
  const figure = (value: string) => <Figure value={value} places={8} />;
  return (
    <article className="@container px-4 py-3.5">
      <div className="grid gap-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <b className="block [overflow-wrap:anywhere]">
              <bdi>{to_username}</bdi>
            </b>
            <span className="n text-12 text-ink-3">{order_num}</span>
          </span>
          <Tag kind={kind} icon={icon}>
            {t(STATES[status])}
          </Tag>
        </div>
        <Facts
          columns={2}
          items={[
            {
              term: t('amount'),
              value: (
                <>
                  {figure(amount)} <small className="text-12 text-ink-3">{coin}</small>
                </>
              ),
            },
            { term: t('fee'), value: figure(sxf) },
            { term: t('placed'), value: at(addtime) },
            {
              term: t(
                status === MEMBER_TRANSFER_STATUS.finished
                  ? 'arrived'
                  : status === MEMBER_TRANSFER_STATUS.cancelled
                    ? 'wouldArrive'
                    : 'arrives',
              ),
              value: at(arrival_time),
            },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-13">
          <span className="text-ink-2">
            {t(status === MEMBER_TRANSFER_STATUS.cancelled ? 'wouldReceive' : 'receives')}{' '}
            <b className="text-ink">{figure(arrival_amount)}</b>
          </span>
          {status === MEMBER_TRANSFER_STATUS.transferring && (
            <button
              type="button"
              aria-label={t('cancelNamed', { amount: words(amount), coin, name: to_username })}
              aria-busy={busy || undefined}
              onClick={() => void submit({ id })}
              className="hit flex items-center gap-1.5 px-0.5 font-medium text-danger"
            >
              {busy && <span className="spin" />}
              {t('cancel')}
            </button>
          )}
        </div>
      </div>
    </article>
  );
}
