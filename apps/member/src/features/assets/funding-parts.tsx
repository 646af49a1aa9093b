import type { RechargeRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { formatTime } from '@plimsoll/i18n';
import {
  Empty,
  EndlessList,
  Figure,
  Sheet,
  Summary,
  Tag,
  Timeline,
  useReading,
  type IconShape,
  type Pages,
  type SummaryRow,
  type TagKind,
} from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReceiptButton } from '../proof/index.ts';
import { useAmountWords } from './amount-words.ts';
import type { FundingStep } from './funding-steps.ts';
import { atLineStart, useUsualWords } from './usual-words.ts';

type Status = RechargeRecord['status'];
const STATES = { 1: 'pending', 2: 'completed', 3: 'refused' } as const;
const TAGS: Readonly<Record<Status, readonly [TagKind, IconShape]>> = {
  1: ['wait', clock],
  2: ['ok', check],
  3: ['bad', close],
};

function StatusTag({ status }: { readonly status: Status }) {
  const t = useTranslations('funding.records');
  const [kind, icon] = TAGS[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(STATES[status])}
    </Tag>
  );
}

interface FundingRowProps {
  readonly num: string;
  readonly coin: string;
  readonly status: Status;
  readonly text: ReactNode;
  readonly at: string;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}

function FundingRow({ num, coin, status, text, at, isHidden, onOpen }: FundingRowProps) {
  const reading = useReading();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="grid w-full gap-0.5 px-4 py-3 text-start active:bg-surface"
    >
      <span className="flex flex-wrap items-start justify-between gap-x-3">
        <span className="font-semibold">
          <Figure value={num} places={8} hidden={isHidden} />{' '}
          <small className="text-12 font-normal text-ink-3">{coin}</small>
        </span>
        <StatusTag status={status} />
      </span>
      <span className="text-12 text-ink-3 [overflow-wrap:anywhere]">{text}</span>
      <time dateTime={at} className="text-12 text-ink-3">
        <bdi>{formatTime(at, { ...reading, style: 'moment' })}</bdi>
      </time>
    </button>
  );
}

/** Steps that are named as done: until then they are a review. */
const isReview = (key: FundingStep['key']): boolean => key === 'approval' || key === 'compared';

interface FundingDetailProps {
  readonly status: Status;
  /** What arrives, or what is credited. */
  readonly figure: string;
  readonly unit: ReactNode;
  readonly text: ReactNode;
  readonly steps: readonly FundingStep[];
  readonly amount: string;
  readonly coin: string;
  readonly remark: string;
  /** How many minutes one like it usually takes. */
  readonly usual: number | null;
  readonly facts: readonly SummaryRow[];
  readonly receipt: { readonly kind: 'recharge' | 'withdraw'; readonly id: number };
  readonly isHidden: boolean;
}

function useStepText({
  amount,
  coin,
  remark,
  usual,
  isHidden,
}: Pick<FundingDetailProps, 'amount' | 'coin' | 'remark' | 'usual' | 'isHidden'>) {
  const t = useTranslations('funding');
  const reading = useReading();
  const words = useAmountWords(isHidden);
  const usually = useUsualWords()(usual);
  return ({ key, at, by, state }: FundingStep): ReactNode => {
    if (at === undefined)
      return (
        <>
          {t(`steps.${key}Ahead`)}
          {state === 'now' && usually !== undefined && (
            <span className="block">{atLineStart(usually, reading.language)}</span>
          )}
        </>
      );
    const time = formatTime(at, { ...reading, style: 'moment' });
    const when = by === undefined ? time : t('steps.by', { time, number: String(by) });
    if (key === 'requested') return t('steps.frozen', { when, amount: words(amount), coin });
    if (key === 'refused')
      return (
        <>
          {when}
          {remark !== '' && (
            <>
              <br />
              <span className="text-ink">{remark}</span>
            </>
          )}
        </>
      );
    return when;
  };
}

/** The details of a deposit or a withdrawal: status, amount, steps and target. */
export function FundingDetail({
  status,
  figure,
  unit,
  text,
  steps,
  amount,
  coin,
  remark,
  usual,
  facts,
  receipt,
  isHidden,
}: FundingDetailProps) {
  const t = useTranslations('funding');
  const stepText = useStepText({ amount, coin, remark, usual, isHidden });
  return (
    <div className="grid gap-4 pb-1">
      <div>
        <StatusTag status={status} />
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2 text-[min(var(--fs-36),10vw)]/tight font-semibold tracking-[-.015em]">
          <Figure value={figure} dim={false} hidden={isHidden} />{' '}
          <small className="text-17 font-medium tracking-normal text-ink-2">{unit}</small>
        </p>
        <p className="mt-1 text-14 text-ink-2">{text}</p>
      </div>
      <Timeline
        label={t('steps.label')}
        words={{ done: t('steps.done'), now: t('steps.now'), next: t('steps.next'), bad: t('steps.bad') }}
        steps={steps.map((step) => ({
          state: step.state,
          title: t(step.at === undefined && isReview(step.key) ? 'withdraw.next.review' : `steps.${step.key}`),
          text: stepText(step),
        }))}
      />
      {status === RECORD_STATUS.completed && remark !== '' && (
        <p className="rounded-md bg-raised px-3.5 py-3 text-13 text-ink-2">
          <b className="block font-medium text-ink">{t('records.remark')}</b>
          {remark}
        </p>
      )}
      <div className="border-t pt-2 [&_dd]:ms-auto [&_dl>div]:flex-wrap [&_dl>div]:gap-y-0.5">
        <Summary rows={facts} />
      </div>
      {/* What was refused has moved nothing. Its sheet closes with its page. */}
      {status !== RECORD_STATUS.refused && <ReceiptButton {...receipt} isOver />}
    </div>
  );
}

interface FundingListProps<Row> {
  readonly pages: Pages<Row>;
  readonly words: Readonly<Record<'label' | 'none' | 'noneText' | 'detail', string>>;
  readonly isHidden: boolean;
  readonly rowOf: (record: Row) => Omit<FundingRowProps, 'isHidden' | 'onOpen'>;
  readonly detailOf: (record: Row) => ReactNode;
}

/** Deposits or withdrawals, newest first; a tap opens the details in a sheet. */
export function FundingList<Row extends { readonly id: number }>({
  pages,
  words,
  isHidden,
  rowOf,
  detailOf,
}: FundingListProps<Row>) {
  const [shownId, setShownId] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const shown = pages.rows?.find(({ id }) => id === shownId);
  return (
    <>
      <EndlessList
        pages={pages}
        keyOf={({ id }) => id}
        label={words.label}
        empty={<Empty title={words.none} text={words.noneText} />}
      >
        {(record) => (
          <FundingRow
            {...rowOf(record)}
            isHidden={isHidden}
            onOpen={() => {
              setShownId(record.id);
              setOpen(true);
            }}
          />
        )}
      </EndlessList>
      <Sheet open={isOpen && shown !== undefined} onClose={() => setOpen(false)} title={words.detail}>
        {shown && detailOf(shown)}
      </Sheet>
    </>
  );
}
