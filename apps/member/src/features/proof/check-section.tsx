import type { VerifierKey } from '@plimsoll/proof/log';
import { Button, buttonClass, Icon, Note } from '@plimsoll/ui';
import { receipt as receiptIcon } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/client.ts';
import { CheckResult } from './check-result.tsx';
import { readLogKeys } from './log-files.ts';
import { checkReceipts, readReceipts, type CheckedReceipt } from './receipt-check.ts';
import { Section } from './section.tsx';
import { isWithoutEd25519 } from './signatures.ts';

/** The hash of this code, by which its file is named; none before it is built. */
const VERSION = /-([\w-]{8})\.js$/.exec(import.meta.url)?.[1] ?? '--';

type Outcome = readonly CheckedReceipt[] | 'notReceipt' | 'noEd25519';

/** Checks the receipts of a text here, with the keys of this site's log: those of the page, where it has them. */
async function outcomeOf(text: string, known: readonly VerifierKey[] | undefined): Promise<Outcome> {
  const receipts = readReceipts(text);
  if (!receipts) return 'notReceipt';
  const keys = known ?? (await readLogKeys(new AbortController().signal));
  return checkReceipts(receipts, keys, Date.now()).catch((error: unknown) =>
    isWithoutEd25519(error) ? ('noEd25519' as const) : ('notReceipt' as const),
  );
}

/** Where a receipt's file is dropped or chosen. */
function DropZone({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const t = useTranslations('proof');
  return (
    <div
      className="grid justify-items-center gap-2 rounded-md border border-dashed px-4 py-5 text-center text-14"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <Icon of={receiptIcon} size={28} className="text-ink-2" />
      <b className="font-semibold">{t('drop')}</b>
      <label
        className={`${buttonClass('quiet', 'small')} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}
      >
        {t('choose')}
        <input
          type="file"
          accept="application/json,.json"
          className="sr"
          onChange={({ target }) => onFile(target.files?.[0])}
        />
      </label>
    </div>
  );
}

/** What became of a check. */
function Found({ outcome }: { readonly outcome: Outcome }) {
  const t = useTranslations('proof');
  if (typeof outcome === 'string')
    return (
      <div role="status">
        <Note kind="bad" icon={warn}>
          {t(outcome)}
        </Note>
      </div>
    );
  return (
    <>
      {outcome.map((checked, at) => (
        <CheckResult key={at} checked={checked} />
      ))}
      <p className="text-12 text-ink-3">{t('keyOfServer')}</p>
    </>
  );
}

interface CheckSectionProps {
  /** The keys of the log, as read with its head; undefined before that. */
  readonly keys: readonly VerifierKey[] | undefined;
}

/** A receipt is dropped, chosen or pasted, and checked by this page's own code. */
export function CheckSection({ keys }: CheckSectionProps) {
  const t = useTranslations('proof');
  const id = useId();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** Of the text that was checked last; of another one nothing is known. */
  const [found, setFound] = useState<{ readonly of: string; readonly times: number; readonly outcome: Outcome }>();
  const check = async (given: string) => {
    // With the keys at hand it is over before the button could show that it is under way.
    setBusy(keys === undefined);
    try {
      const outcome = await outcomeOf(given, keys);
      setFound((before) => ({ of: given, times: (before?.times ?? 0) + 1, outcome }));
    } catch (error) {
      reportFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const given = await file.text();
    setText(given);
    await check(given);
  };
  return (
    <Section title={t('check')}>
      <DropZone onFile={(file) => void take(file)} />
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-13 text-ink-2">
          {t('paste')}
        </label>
        <textarea
          id={id}
          dir="ltr"
          rows={3}
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          className="edge mono min-h-20 w-full rounded-md bg-field px-3 py-2 text-12 [overflow-wrap:anywhere]"
        />
        <Button kind="quiet" busy={isBusy} disabled={text.trim() === ''} onClick={() => void check(text)}>
          {t('checkNow')}
        </Button>
      </div>
      {found?.of === text && <Found key={found.times} outcome={found.outcome} />}
      <p className="text-12 text-ink-3">
        {t.rich('checkedHere', { version: VERSION, v: (chunks) => <bdi className="mono">{chunks}</bdi> })}
      </p>
    </Section>
  );
}
