import { Button, SlideToConfirm, type ButtonKind } from '@plimsoll/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Judgement } from '../../platform/unusual.ts';

export interface ConfirmWaysProps {
  readonly judgement: Judgement;
  /** What the button says. */
  readonly confirm: ReactNode;
  readonly kind?: ButtonKind;
  /** What the slide says, where its words name something; else that sliding confirms. */
  readonly slide?: string;
  readonly busy: boolean;
  readonly busyText: string;
  /** Why it cannot be confirmed now. */
  readonly blocked?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Ways out for what is unusual, the safest first and painted; the way back by itself where there are none. */
  readonly waysOut?: ReactNode;
}

/** How a last look ends: a button; for what is large a slide, and for what is unusual the way back first. */
export function ConfirmWays({
  judgement: { isSlid, isOdd },
  confirm,
  kind = 'primary',
  slide,
  busy,
  busyText,
  blocked,
  onConfirm,
  onClose,
  waysOut,
}: ConfirmWaysProps) {
  const t = useTranslations('look');
  const ways = useRef<HTMLDivElement>(null);
  const wasSlid = useRef(isSlid);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSlid && !wasSlid.current && document.activeElement === document.body)
      ways.current?.querySelector('button')?.focus();
    wasSlid.current = isSlid;
  }, [isSlid]);
  if (!isSlid)
    return (
      <Button kind={kind} busy={busy} busyText={busyText} disabled={blocked !== undefined} onClick={onConfirm}>
        {blocked ?? confirm}
      </Button>
    );
  return (
    <div ref={ways} className="grid gap-2">
      {waysOut ?? (
        <Button kind={isOdd ? 'primary' : 'quiet'} onClick={onClose}>
          {t('back')}
        </Button>
      )}
      <SlideToConfirm
        label={blocked ?? slide ?? t('slide')}
        isOdd={isOdd}
        busy={busy}
        busyText={busyText}
        disabled={blocked !== undefined}
        onConfirm={onConfirm}
      />
    </div>
  );
}
