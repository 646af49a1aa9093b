import { Button, Icon, Note } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { forgetHead, keptHead } from './kept-head.ts';
import type { LogHead } from './log-files.ts';
import { useContinuity } from './queries.ts';
import { useLogWriting } from './use-entry-words.ts';

const isolated = (chunks: ReactNode) => <bdi>{chunks}</bdi>;

/** A checkpoint as it was served, to be copied. */
const Served = ({ note }: { readonly note: string }) => (
  <pre className="mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2" dir="ltr">
    {note}
  </pre>
);

/** Whether the log still has all that this browser saw of it on an earlier visit, checked here (PROOF 4). */
export function KeptPart({ head, readAtMs }: { readonly head: LogHead; readonly readAtMs: number }) {
  const t = useTranslations('proof');
  const { time } = useLogWriting();
  const [before, setBefore] = useState(keptHead);
  const { data: continuity, refetch } = useContinuity(head, readAtMs);
  const isKnown = Boolean(continuity);
  // The pair that contradict each other, which may have come since.
  const shown = continuity === 'changed' ? keptHead() : before;
  const at = shown ? `${time(new Date(shown.atMs).toISOString(), 'full')} UTC` : '';
  if (shown?.against !== undefined)
    return (
      <div className="grid gap-2" role="alert">
        <Note kind="bad" icon={warn}>
          <b className="block">{t.rich('keptFails', { time: at, v: isolated })}</b>
          {t('keptEvidence')}
        </Note>
        <Served note={shown.note} />
        <Served note={shown.against} />
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            forgetHead();
            setBefore(null);
            void refetch();
          }}
        >
          {t('keptRenew')}
        </Button>
      </div>
    );
  // In its place from the start: what is below it does not move when the answer comes.
  return shown ? (
    <p className={`flex gap-1.5 text-13 text-good ${isKnown ? '' : 'invisible'}`}>
      <Icon of={check} size={16} className="mt-0.5 flex-none" />
      <span>{t.rich('keptHolds', { time: at, v: isolated })}</span>
    </p>
  ) : (
    <p className={`text-13 text-ink-2 ${isKnown ? '' : 'invisible'}`}>{t('keptFirst')}</p>
  );
}
