import {
  Button,
  buttonClass,
  Empty,
  ErrorState,
  Icon,
  loneLinkClass,
  Loading,
  Note,
  QrCode,
  SkeletonBlock,
  Summary,
} from '@plimsoll/ui';
import { receipt as receiptIcon } from '@plimsoll/ui/icons-screens';
import { check as checkIcon, clock, refresh, warn } from '@plimsoll/ui/icons-shell';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Refusal } from '../../platform/envelope.ts';
import { useMember } from '../../platform/member.ts';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { endFirstSteps } from '../membership/index.ts';
import { PageHeader } from '../site/index.ts';
import { CheckSteps, stepOf, type OwnStep } from './check-result.tsx';
import { isAsked, isNumbered, optionOf } from './own-check.ts';
import type { ReceiptOf } from './receipt-address.ts';
import type { CheckedReceipt } from './receipt-check.ts';
import { useReceiptRows } from './receipt-rows.tsx';
import { Section } from './section.tsx';
import { useEntryWords, useLogWriting } from './use-entry-words.ts';
import { useReceipts, type Receipts } from './use-receipts.ts';

/** Groups of eight digits, which may break between them. */
const inGroups = (hash: string): string => hash.match(/.{8}/g)?.join(' ') ?? hash;

/** A receipt with what was found of it, that it is the one asked for included. */
interface Judged {
  readonly checked: CheckedReceipt;
  readonly own: OwnStep;
}

/** Whether it was found to be true; undefined while a step waits for the log. */
const holdsOf = ({ checked: { check }, own }: Judged): boolean | undefined =>
  check.failed !== undefined || own.holds === false ? false : check.isPending ? undefined : true;

function useJudged(of: ReceiptOf, memberId: number): (list: readonly CheckedReceipt[]) => readonly Judged[] {
  const t = useTranslations('receipts');
  return (list) => {
    const option = optionOf(list, memberId);
    return list.map((checked) => {
      const holds = checked.check.failed === undefined ? isAsked(checked, { of, memberId, option }) : undefined;
      const text = holds === false ? t('found.own') : t(isNumbered(of) ? 'ownText' : 'ownKindText');
      return { checked, own: { title: t('own'), text, holds } };
    });
  };
}

/** What became of all steps of all receipts. */
function Verdict({ judged }: { readonly judged: readonly Judged[] }) {
  const t = useTranslations('receipts');
  const words = useTranslations('proof');
  const { whole } = useLogWriting();
  const wrong = judged.find((each) => holdsOf(each) === false);
  if (wrong)
    return (
      <Note kind="bad" icon={warn}>
        <b className="block">{words('fails', { step: whole(stepOf(wrong.checked)) })}</b>
        {words('failsText')}
      </Note>
    );
  return judged.some((each) => holdsOf(each) === undefined) ? (
    <Note kind="warn" icon={clock}>
      <b className="block">{t('promised')}</b>
      {t('promisedText')}
    </Note>
  ) : (
    <Note kind="ok" icon={checkIcon}>
      <b className="block">{words('holds')}</b>
      {words('keyOfServer')}
    </Note>
  );
}

/** One receipt: what it says, where it is in the log, and its steps. */
function OneReceipt({
  judged,
  memberId,
  isOnly,
}: {
  readonly judged: Judged;
  readonly memberId: number;
  readonly isOnly: boolean;
}) {
  const t = useTranslations('receipts');
  const words = useTranslations('proof');
  const { whole, time } = useLogWriting();
  const wordsOf = useEntryWords();
  const rowsOf = useReceiptRows(memberId);
  const { checked, own } = judged;
  const { entry, passed } = checked.check;
  const holds = holdsOf(judged);
  const rows = rowsOf(checked);
  return (
    <Section
      title={entry ? words(`types.${entry.t}`) : t('title')}
      beside={
        passed.includes('inclusion')
          ? t('inLog', { index: whole(checked.receipt.index ?? 0) })
          : checked.check.isPending && t('promised')
      }
    >
      {entry && (
        <p className="text-14 [overflow-wrap:anywhere] text-ink-2">
          <bdi>{wordsOf(entry)}</bdi>{' '}
          <time dateTime={entry.at} className="block text-12 text-ink-3">
            <bdi>{time(entry.at, 'full')} UTC</bdi>
          </time>
        </p>
      )}
      {rows.length > 0 && <Summary rows={rows} />}
      {isOnly ? (
        <CheckSteps checked={checked} own={own} />
      ) : (
        <details open={holds !== true}>
          <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-13 font-medium text-ink-2">
            {holds !== undefined && (
              <Icon of={holds ? checkIcon : warn} size={16} className={holds ? 'text-good' : 'text-danger'} />
            )}
            {holds === undefined
              ? t('promised')
              : holds
                ? words('holds')
                : words('fails', { step: whole(stepOf(checked)) })}
          </summary>
          <CheckSteps checked={checked} own={own} />
        </details>
      )}
    </Section>
  );
}

/** The file that is kept, and its hash. */
function Kept({
  of,
  receipts: { text, hash },
  isWrong,
  isChecking,
  onAgain,
}: {
  readonly of: ReceiptOf;
  readonly receipts: Receipts;
  readonly isWrong: boolean;
  readonly isChecking: boolean;
  readonly onAgain: () => void;
}) {
  const t = useTranslations('receipts');
  const titles = useTranslations('app.titles');
  return (
    <div className="grid gap-4 px-4 py-5">
      <div className="flex flex-wrap gap-2">
        <a
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
          download={`plimsoll-receipt-${of.kind}-${of.id}.json`}
          className={`${buttonClass(isWrong ? 'primary' : 'quiet')} flex-1`}
        >
          <Icon of={receiptIcon} size={20} />
          {t('save')}
        </a>
        <Button kind="quiet" className="flex-1" busy={isChecking} onClick={onAgain}>
          <Icon of={refresh} size={20} />
          {t('again')}
        </Button>
      </div>
      <QrCode text={hash} label={t('qr')} />
      <p className="text-12 text-ink-3">
        {t('hash')}
        <span className="mono block [overflow-wrap:anywhere]" dir="ltr">
          {inGroups(hash)}
        </span>
      </p>
      <p className="text-13 text-ink-2">{t('trust')}</p>
      <p className="flex flex-wrap gap-x-6">
        {of.kind === 'option' && (
          <Link to={`/options?proof=${of.id}`} className={loneLinkClass}>
            {t('how')}
          </Link>
        )}
        <Link to="/proof" className={loneLinkClass}>
          {titles('proof')}
        </Link>
      </p>
    </div>
  );
}

function Shown({
  of,
  receipts,
  memberId,
  ...rest
}: {
  readonly of: ReceiptOf;
  readonly receipts: Receipts;
  readonly memberId: number;
  readonly isChecking: boolean;
  readonly onAgain: () => void;
}) {
  const words = useTranslations('proof');
  const judgedOf = useJudged(of, memberId);
  const judged = receipts.checked && judgedOf(receipts.checked);
  const isTrue = judged !== undefined && judged.length > 0 && judged.every((each) => holdsOf(each) === true);
  useEffect(() => {
    if (isTrue) endFirstSteps(memberId);
  }, [isTrue, memberId]);
  return (
    <>
      <div className="px-4" role="status">
        {judged ? (
          <Verdict judged={judged} />
        ) : (
          <Note kind="bad" icon={warn}>
            {words('noEd25519')}
          </Note>
        )}
      </div>
      {judged?.map((each, at) => (
        <OneReceipt key={at} judged={each} memberId={memberId} isOnly={judged.length === 1} />
      ))}
      <Kept of={of} receipts={receipts} isWrong={judged?.some((each) => holdsOf(each) === false) ?? false} {...rest} />
    </>
  );
}

/** The receipts of something of the member's, checked here step by step before anything is shown to hold (PROOF 3). */
export default function ReceiptPage({ of }: { readonly of: ReceiptOf }) {
  const t = useTranslations('receipts');
  const kit = useTranslations('app.kit');
  const { data: receipts, error, refetch } = useReceipts(of);
  const member = useMember();
  const [isChecking, setChecking] = useState(false);
  const isMissing = error instanceof Refusal && error.reason === 'not_found';
  const wrong = error ?? member.error;
  const again = async () => {
    setChecking(true);
    await Promise.all([refetch(), ...(member.data ? [] : [member.refetch()])]);
    setChecking(false);
  };
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      {receipts && member.data ? (
        <Shown
          of={of}
          receipts={receipts}
          memberId={member.data.id}
          isChecking={isChecking}
          onAgain={() => void again()}
        />
      ) : isMissing ? (
        <Empty title={t('none')} text={t('noneText')} className="pt-20" />
      ) : wrong ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(wrong) ?? kit('loadFailedText')}
          onRetry={() => void again()}
          className="pt-20"
        />
      ) : (
        <Loading label={t('checking')}>
          <div className="grid gap-3 px-4">
            <p className="text-14 text-ink-2">{t('checking')}</p>
            <SkeletonBlock height={72} />
            <SkeletonBlock height={320} />
          </div>
        </Loading>
      )}
    </>
  );
}
