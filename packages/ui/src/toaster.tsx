import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton, loneLinkClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { check, close, info, warn } from './icons-shell.ts';
import { dismissToast, toastStore, type ToastKind, type ToastMessage } from './toast.ts';

/** How long a toast is shown. */
const STAY_MS = 5000;

const LOOKS: Readonly<Record<ToastKind, { icon: typeof check; edge: string; ink: string }>> = {
  info: { icon: info, edge: 'border-water-fill', ink: '' },
  ok: { icon: check, edge: 'border-good', ink: 'text-good' },
  bad: { icon: warn, edge: 'border-danger', ink: 'text-danger' },
};

/** Takes a toast away after its time, unless it is held or stays until it is answered. */
function useStay(toast: ToastMessage, isHeld = false): void {
  useEffect(() => {
    if (isHeld || toast.sticky) return;
    const timer = setTimeout(() => dismissToast(toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
}

function ToastCard({ toast }: { readonly toast: ToastMessage }) {
  const t = useTranslations('app');
  const [isHeld, setHeld] = useState(false);
  useStay(toast, isHeld);
  const { icon, edge, ink } = LOOKS[toast.kind];
  return (
    <div
      className={`toast pointer-events-auto flex w-full items-start gap-2.5 rounded-md border-s-[3px] bg-raised-2 px-3.5 py-3 text-14 lift ${edge}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={icon} size={20} className={ink} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {toast.text}
        {toast.detail && <span className="text-ink-2"> {toast.detail}</span>}
      </span>
      {toast.action && (
        <button
          type="button"
          className={loneLinkClass}
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label={t('kit.dismiss')} className="-my-3 -me-2.5 text-ink-3" onClick={() => dismissToast(toast.id)}>
        <Icon of={close} size={18} />
      </IconButton>
    </div>
  );
}

/** A success in the middle of the header: it takes no tap, and covers nothing that is tapped next (DESIGN 1.2). */
function Word({ toast }: { readonly toast: ToastMessage }) {
  useStay(toast);
  const { icon, edge, ink } = LOOKS[toast.kind];
  return (
    <div
      className={`toast flex min-h-11 items-center gap-2 rounded-md border-s-[3px] bg-raised-2 px-3 py-1 text-13/4.5 lift ${edge}`}
    >
      <Icon of={icon} size={18} className={ink} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{toast.text}</span>
    </div>
  );
}

const isCalm = ({ kind, action }: ToastMessage): boolean => kind !== 'bad' && !action;

/**
 * Where toasts appear: successes in the header, the last one alone; what has to be read or answered under it. Mounted
 * once and always, so that screen readers know the regions.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  const last = toasts.findLast(isCalm);
  return (
    <div className="pointer-events-none fixed inset-x-4 top-[calc(var(--ribbon)+4px+var(--safe-t))] z-(--z-toast) [margin-inline:var(--column-at,auto)] max-w-[calc(var(--column)-32px)]">
      <div className="mx-auto flex min-h-(--header) w-fit max-w-[calc(100%-104px)] items-start" role="status">
        {last && <Word key={last.id} toast={last} />}
      </div>
      <div className="grid w-full gap-2" role="alert">
        {toasts.map((each) => !isCalm(each) && <ToastCard key={each.id} toast={each} />)}
      </div>
    </div>
  );
}
