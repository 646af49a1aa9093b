import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { Icon, LazyBoundary, Note, Sheet, SkeletonBlock, useReading } from '@plimsoll/ui';
import { check, info, warn } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import type { Counted } from './owed-check.ts';
import { useCounted } from './use-counted.ts';

const DETAIL = lazyScreen(['proof'], () => import('./counted-detail.tsx'));
const STEPS = ['entry', 'inclusion', 'leaves'] as const;

/** What opens the check in a sheet. */
function Opener({
  counted,
  isHidden,
  className,
  children,
}: {
  readonly counted: Counted;
  readonly isHidden: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const t = useTranslations('assets.counted');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('title')}>
        <LazyBoundary part={DETAIL} props={{ counted, isHidden }} fallback={<SkeletonBlock height={320} />} />
      </Sheet>
    </>
  );
}

/** That the check of what the platform owes the member failed, and at which step; nothing while it holds. */
export function CountedFailure() {
  const t = useTranslations('assets.counted');
  const reading = useReading();
  const { data } = useCounted();
  if (typeof data !== 'object' || data.failed === undefined) return null;
  const step = formatDecimal(String(STEPS.indexOf(data.failed) + 1), reading);
  return (
    <div className="px-4 pt-4" role="status">
      <Opener counted={data} isHidden className="w-full text-start">
        <Note kind="bad" icon={warn}>
          {t('failed', { step })}
        </Note>
      </Opener>
    </div>
  );
}

/**
 * That the member's balances are in what the platform says it owes, as this browser checked (PROOF 5). `isHidden` hides
 * figures.
 */
export function CountedLine({ isHidden }: { readonly isHidden: boolean }) {
  const t = useTranslations('assets.counted');
  const reading = useReading();
  const { data } = useCounted();
  if (data === undefined) return null;
  if (typeof data === 'string')
    return (
      <p className="flex gap-1.5 px-4 pt-4 text-13 text-ink-3">
        <Icon of={info} size={16} className="mt-0.5 flex-none" />
        {t(data)}
      </p>
    );
  if (data.failed !== undefined || !data.entry) return null;
  return (
    <div className="px-4 pt-2">
      <Opener
        counted={data}
        isHidden={isHidden}
        className="flex min-h-11 items-center gap-1.5 text-start text-13 text-ink-2"
      >
        <Icon of={check} size={16} className="flex-none text-good" />
        {t('line', { time: formatTime(data.entry.at, { ...reading, style: 'full' }) })}
      </Opener>
    </div>
  );
}
