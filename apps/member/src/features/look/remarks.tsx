import { formatDecimal, formatPercent, formatTime } from '@plimsoll/i18n';
import { formatShort } from '@plimsoll/money';
import { Note, useReading } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Remark } from '../../platform/unusual.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const isolated = (text: string): string => `\u2068${text}\u2069`;
const b = (words: ReactNode) => <b className="text-ink">{words}</b>;

function RemarkNote({ remark, atMs }: { readonly remark: Remark; readonly atMs: number }) {
  const t = useTranslations('look');
  const reading = useReading();
  switch (remark.kind) {
    case 'far':
      return (
        <Note kind="warn" icon={warn}>
          {t.rich('far', { b, percent: formatPercent(remark.percent, reading) })}
        </Note>
      );
    case 'all':
      return (
        <Note kind="warn" icon={warn}>
          {t.rich('all', {
            b,
            amount: formatDecimal(formatShort(remark.leaves), reading),
            available: formatDecimal(formatShort(remark.available), reading),
            coin: remark.coin,
          })}
        </Note>
      );
    case 'locked':
      return (
        <Note icon={lock}>
          {t.rich('locked', {
            b,
            time: isolated(formatTime(atMs + remark.days * DAY_MS, { ...reading, style: 'full' })),
          })}
        </Note>
      );
  }
}

/** What is unusual about it, the gravest first. */
export function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  const [openedAtMs] = useState(() => Date.now());
  return (
    // Read aloud where one comes while the look is open.
    <div role="status" className="contents">
      {remarks.map((remark) => (
        <RemarkNote key={remark.kind} remark={remark} atMs={openedAtMs} />
      ))}
    </div>
  );
}
