import { PROMISED_WITHIN_MS, RECEIPT_STEPS, type ReceiptStep } from '@plimsoll/proof/log';
import { MeasuredSteps, Note, type MeasuredStep } from '@plimsoll/ui';
import { check as checkIcon, clock, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import type { CheckedReceipt } from './receipt-check.ts';
import { useEntryWords, useLogWriting } from './use-entry-words.ts';

const TITLES = {
  entry: 'stepEntry',
  commitment: 'stepCommitment',
  signature: 'stepSignature',
  inclusion: 'stepInclusion',
  witnesses: 'stepWitnesses',
} as const satisfies Record<ReceiptStep, string>;

/** The step of a member's own receipt that its check cannot know: that it is of what was asked for. */
export interface OwnStep {
  readonly title: string;
  readonly text: string;
  readonly holds: boolean | undefined;
}

/** The number of the step that does not hold, from 1. */
export const stepOf = ({ check: { failed } }: CheckedReceipt): number =>
  failed === undefined ? RECEIPT_STEPS.length + 1 : RECEIPT_STEPS.indexOf(failed) + 1;

/** The number of entries that a checkpoint's note covers. */
const sizeOf = (checkpoint: string | null): number => Number(checkpoint?.split('\n')[1] ?? 0);

function useStepText({ receipt, check }: CheckedReceipt): (step: ReceiptStep) => string {
  const t = useTranslations('proof');
  const { whole } = useLogWriting();
  return (step) => {
    switch (step) {
      case 'entry':
        return check.entry ? t('stepEntryText', { type: t(`types.${check.entry.t}`) }) : '';
      case 'commitment':
        return t('stepCommitmentText');
      case 'signature':
        return t('stepSignatureText');
      case 'inclusion':
        return t('stepInclusionText', {
          index: whole(receipt.index ?? 0),
          size: whole(sizeOf(receipt.checkpoint)),
          hashes: whole(receipt.proof?.length ?? 0),
        });
      case 'witnesses':
        return t('stepWitnessesText', { count: check.witnesses });
    }
  };
}

/** What was found where a step does not hold. */
function useFound({ receipt, check: { entry } }: CheckedReceipt): (step: ReceiptStep) => string {
  const t = useTranslations('receipts.found');
  const { time } = useLogWriting();
  return (step) =>
    step === 'inclusion' && receipt.index === null && entry ? t('late', { time: time(entry.at, 'full') }) : t(step);
}

function Verdict({ checked }: { readonly checked: CheckedReceipt }) {
  const t = useTranslations('proof');
  const { whole, time } = useLogWriting();
  const { entry, failed, isPending } = checked.check;
  const type = entry ? t(`types.${entry.t}`) : '';
  const at = entry ? time(entry.at, 'full') : '';
  if (failed !== undefined)
    return (
      <Note kind="bad" icon={warn}>
        <b className="block">{t('fails', { step: whole(stepOf(checked)) })}</b>
        {t('failsText')}
      </Note>
    );
  return isPending ? (
    <Note kind="warn" icon={clock}>
      <b className="block">{t('waits')}</b>
      {t('waitsText', { seconds: PROMISED_WITHIN_MS / 1000, time: at })}
    </Note>
  ) : (
    <Note kind="ok" icon={checkIcon}>
      <b className="block">{t('holds')}</b>
      {t('holdsText', { type, time: at })}
    </Note>
  );
}

/** The steps of a receipt's check, and `own` after them. */
export function CheckSteps({ checked, own }: { readonly checked: CheckedReceipt; readonly own?: OwnStep }) {
  const t = useTranslations('proof');
  const textOf = useStepText(checked);
  const foundOf = useFound(checked);
  const wordsOf = useEntryWords();
  const { check } = checked;
  const notChecked = <span className="text-13 font-normal text-ink-3">{t('notChecked')}</span>;
  const steps = RECEIPT_STEPS.map((step): MeasuredStep => {
    const holds = check.passed.includes(step) ? true : check.failed === step ? false : undefined;
    return {
      title: t(TITLES[step]),
      figure: holds === undefined ? notChecked : '',
      text: holds === undefined ? '' : holds ? textOf(step) : foundOf(step),
      fine: step === 'entry' && check.entry ? <bdi>{wordsOf(check.entry)}</bdi> : undefined,
      holds,
    };
  });
  const last = own && { ...own, ...(own.holds === undefined ? { figure: notChecked, text: '' } : { figure: '' }) };
  return (
    <MeasuredSteps steps={last ? [...steps, last] : steps} words={{ holds: t('holdsStep'), fails: t('failsStep') }} />
  );
}

/** A receipt's check, step by step. */
export function CheckResult({ checked }: { readonly checked: CheckedReceipt }) {
  return (
    <div className="grid gap-1" role="status">
      <Verdict checked={checked} />
      <CheckSteps checked={checked} />
    </div>
  );
}
