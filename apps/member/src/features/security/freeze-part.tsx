import { Button, Dialog, Icon } from '@plimsoll/ui';
import { minus } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../platform/router.tsx';
import { leave } from '../../platform/session.ts';
import { useSubmit } from '../../platform/submit.ts';

const strong = (words: ReactNode) => <b className="text-ink">{words}</b>;

/** What a freeze does and does not do. */
export function FreezeFacts() {
  const t = useTranslations('security.freeze');
  const fact = (name: 'now' | 'stops' | 'stays') => (
    <li className="flex gap-3">
      <Icon
        of={name === 'stays' ? minus : check}
        size={20}
        className={`mt-0.5 flex-none ${name === 'stays' ? 'text-ink-3' : 'text-good'}`}
      />
      <span>{t.rich(name, { b: strong })}</span>
    </li>
  );
  return (
    <div className="grid gap-3 text-14 text-ink-2">
      <p>{t('when')}</p>
      <ul className="grid gap-2">
        {fact('now')}
        {fact('stops')}
        {fact('stays')}
      </ul>
      <p className="text-13">{t('thaw')}</p>
    </div>
  );
}

/** Freezes the member's account, after a confirmation (RULES 8). */
export function FreezePart() {
  const t = useTranslations('security.freeze');
  const [isOpen, setOpen] = useState(false);
  const { busy, submit } = useSubmit('freezeMe', {
    isLast: true,
    onDone() {
      leave();
      navigate('/freeze?done=1', { replace: true });
    },
  });
  return (
    <section className="grid gap-2 px-4">
      <Button kind="line" className="w-full text-danger!" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <p className="text-center text-12 text-ink-3">{t('note')}</p>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        cancel={t('back')}
        confirm={t('confirm')}
        kind="danger"
        busy={busy}
        busyText={t('busy')}
        onConfirm={() => void submit({})}
      >
        <FreezeFacts />
      </Dialog>
    </section>
  );
}
