import type { MemberTransfer } from '@plimsoll/contract';
import { Facts, Figure, figures, Tag, type IconShape, type TagKind, Moment } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { ReceiptLink } from '../proof/index.ts';
import { useSentChanged } from './queries.ts';

type Status = MemberTransfer['status'];
const STATES = { 1: 'transferring', 2: 'finished', 3: 'cancelled' } as const;
const TAGS: Readonly<Record<Status, readonly [TagKind, IconShape]>> = {
  1: ['wait', clock],
  2: ['ok', check],
  3: ['plain', close],
};

function SentFacts({
  transfer: { status, addtime, arrival_time, coin, amount, sxf },
}: {
  readonly transfer: MemberTransfer;
}) {
  const t = useTranslations('transfers.list');
  const arrival = { 1: 'arrives', 2: 'arrived', 3: 'wouldArrive' } as const;
  return (
    <Facts
      columns={2}
      items={[
        {
          term: t('amount'),
          value: (
            <>
              <Figure value={amount} places={8} /> <small className="text-12 text-ink-3">{coin}</small>
            </>
          ),
        },
        { term: t('fee'), value: <Figure value={sxf} places={8} /> },
        { term: t('placed'), value: <Moment at={addtime} /> },
        { term: t(arrival[status]), value: <Moment at={arrival_time} /> },
      ]}
    />
  );
}

function CancelButton({ transfer: { id, amount, coin, to_username } }: { readonly transfer: MemberTransfer }) {
  const t = useTranslations('transfers.list');
  const words = useAmountWords();
  const sentChanged = useSentChanged();
  const { busy, submit } = useSubmit('cancelInternalTransfer', {
    keyed: true,
    onDone: sentChanged,
    onRefused: sentChanged,
  });
  return (
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
  );
}

/** A transfer to another member; until it arrives with the button that cancels it. */
export function SentCard({ transfer }: { readonly transfer: MemberTransfer }) {
  const t = useTranslations('transfers.list');
  const { id, order_num, status, to_username, arrival_amount } = transfer;
  const [kind, icon] = TAGS[status];
  return (
    <article className="@container px-4 py-3.5">
      <div className="grid gap-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <b className="block [overflow-wrap:anywhere]">
              <bdi>{to_username}</bdi>
            </b>
            <span className="text-12 text-ink-3">{t.rich('number', { n: figures, number: order_num })}</span>
          </span>
          <Tag kind={kind} icon={icon}>
            {t(STATES[status])}
          </Tag>
        </div>
        <SentFacts transfer={transfer} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-13">
          <span className="text-ink-2">
            {t(status === MEMBER_TRANSFER_STATUS.cancelled ? 'wouldReceive' : 'receives')}{' '}
            <b className="text-ink">
              <Figure value={arrival_amount} places={8} />
            </b>
          </span>
          {status === MEMBER_TRANSFER_STATUS.finished && <ReceiptLink kind="send" id={id} />}
          {status === MEMBER_TRANSFER_STATUS.transferring && <CancelButton transfer={transfer} />}
        </div>
      </div>
    </article>
  );
}
