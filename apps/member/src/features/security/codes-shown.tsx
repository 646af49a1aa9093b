import { Button, Icon, Note } from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { leaveStep } from './page-parts.tsx';
import { useCopied } from './use-copied.ts';

interface CodesShownProps {
  readonly codes: readonly string[];
  /** The member has them; the page is left. */
  readonly onKept: () => void;
}

/** Recovery codes, shown once. */
export function CodesShown({ codes, onKept }: CodesShownProps) {
  const t = useTranslations('security.recovery');
  const copied = useCopied();
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers are moved to what replaced the form.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-0">
        {t('shown')}
      </h2>
      <Note kind="warn" icon={warn}>
        {t('shownText')}
      </Note>
      <ul aria-label={t('list')} className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-lg bg-surface px-4 py-4">
        {codes.map((code) => (
          <li key={code} dir="ltr" className="mono text-center text-15">
            {code}
          </li>
        ))}
      </ul>
      <Button kind="line" onClick={() => copied(codes.join('\n'))}>
        <Icon of={copy} size={20} />
        {t('copy')}
      </Button>
      <Button
        onClick={() => {
          onKept();
          leaveStep();
        }}
      >
        {t('kept')}
      </Button>
    </section>
  );
}
