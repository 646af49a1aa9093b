import type { Answer } from '@plimsoll/contract';
import { Button, Dialog, Note } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Connect, Copied } from './connect.tsx';
import { useHeld } from './use-held.ts';

interface KeyShownProps extends Pick<Answer<'makeKey'>, 'access' | 'secret'> {
  /** The member has it, or leaves without it. */
  readonly onLeave: () => void;
}

/** A new key, shown this once; leaving it unsaved is asked about. */
export function KeyShown({ access, secret, onLeave }: KeyShownProps) {
  const t = useTranslations('keys');
  const kept = useTranslations('security');
  const held = useHeld();
  const leave = () => {
    onLeave();
    held.leave();
  };
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers are moved to what replaced the form.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-0">
        {t('keep')}
      </h2>
      <Note kind="warn" icon={warn}>
        {t('keepText')}
      </Note>
      <Copied name={t('access')} text={access} />
      {secret !== null && <Copied name={t('secret')} text={secret} />}
      <Connect access={access} isByCcxt={secret !== null} />
      <Button onClick={leave}>{kept('recovery.kept')}</Button>
      <Dialog
        open={held.isAsked}
        onClose={held.stay}
        title={t('leaveTitle')}
        cancel={kept('sessions.cancel')}
        confirm={t('leave')}
        kind="danger"
        onConfirm={leave}
      >
        {t('leaveText')}
      </Dialog>
    </section>
  );
}
