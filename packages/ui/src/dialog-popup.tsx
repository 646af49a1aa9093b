import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { useBackToClose } from './overlay-history.ts';
import { SendButton } from './submit-button.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly cancel: string;
  /** The verb, on the right button. Without `onConfirm` there is only the left one. */
  readonly confirm?: string;
  readonly onConfirm?: () => void;
  readonly kind?: ButtonKind;
  readonly busy?: boolean;
  readonly busyText?: string;
}

export default function DialogPopup({
  open,
  onClose,
  title,
  children,
  cancel,
  confirm,
  onConfirm,
  kind = 'primary',
  busy = false,
  busyText,
}: DialogProps) {
  useBackToClose(open, onClose);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !busy) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim in-column" />
        <AlertDialog.Viewport className="dialog-frame fixed inset-0 z-(--z-dialog) grid place-items-center overflow-y-auto p-5">
          <AlertDialog.Popup className="pop on-sheet w-full max-w-85.5 rounded-xl bg-surface px-5 pb-5 pt-6 lift outline-0 in-data-[theme=day]:bg-bg">
            <AlertDialog.Title className="text-17 font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-14 text-ink-2">
              {children}
            </AlertDialog.Description>
            <div className="mt-5 flex gap-2">
              <Button kind="quiet" className="flex-1" onClick={onClose} disabled={busy}>
                {cancel}
              </Button>
              {onConfirm && (
                <SendButton kind={kind} className="flex-1" onClick={onConfirm} busy={busy} busyText={busyText}>
                  {confirm}
                </SendButton>
              )}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
