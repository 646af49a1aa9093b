import { Sheet, Summary, type SummaryRow } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmWays, type ConfirmWaysProps } from './confirm-ways.tsx';
import { Kept } from './kept.tsx';
import { Remarks } from './remarks.tsx';
import type { LookState } from './use-looked-submit.ts';

interface LookSheetProps
  extends Omit<ConfirmWaysProps, 'judgement' | 'busy' | 'onConfirm' | 'onClose'>, LookState<unknown> {
  /** What it brings, or what is moved: the largest figure. */
  readonly headline: { readonly term: ReactNode; readonly value: string; readonly coin: string };
  readonly rows: readonly SummaryRow[];
  /** Title and contents of one that has its own, in the same sheet: a look may come to need them while it is open. */
  readonly own?: { readonly title: string; readonly contents: ReactNode } | undefined;
}

/** The last look at a trade or a lock: what comes, what leaves, the fee, and what is unusual about it. */
export function LookSheet({ open, asked, busy, onClose, onConfirm, headline, rows, own, ...ways }: LookSheetProps) {
  const t = useTranslations('look');
  return (
    <Sheet open={open} onClose={onClose} title={own?.title ?? t('title')}>
      {asked && (
        <Kept isOpen={open}>
          {own?.contents ?? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
              <div className="grid gap-1">
                <p className="text-13 text-ink-2">{headline.term}</p>
                <p className="text-[min(var(--fs-36),9vw)] font-semibold leading-tight tracking-[-.015em] [overflow-wrap:anywhere]">
                  <span className="n whitespace-normal!">{headline.value}</span>{' '}
                  <small className="text-17 font-normal text-ink-3">{headline.coin}</small>
                </p>
              </div>
              <div className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
                <Summary rows={rows} />
              </div>
              <Remarks remarks={asked.judgement.remarks} />
              <ConfirmWays judgement={asked.judgement} busy={busy} onConfirm={onConfirm} onClose={onClose} {...ways} />
            </div>
          )}
        </Kept>
      )}
    </Sheet>
  );
}
