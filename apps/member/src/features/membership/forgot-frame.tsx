import { Contours, Mark } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';

const STEPS = 3;

interface ForgotFrameProps {
  readonly step?: number;
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of every step to another password. */
export function ForgotFrame({ step, title, lead, children }: ForgotFrameProps) {
  const t = useTranslations('membership.forgot');
  return (
    <>
      <Contours drawing="/drawings/contours.svg" height={250} />
      <PageHeader canGoBack clear>
        {step !== undefined && <span className="text-13 text-ink-3">{t('step', { step, steps: STEPS })}</span>}
      </PageHeader>
      <section className="relative px-4 pt-8.5">
        <Mark size={56} />
        <h1 className="mt-4 text-[min(var(--fs-28),7.8vw)]/tight [overflow-wrap:anywhere] font-semibold tracking-[-.01em]">
          {title}
        </h1>
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{lead}</p>
        {children}
      </section>
    </>
  );
}
