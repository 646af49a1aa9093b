import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './icon.tsx';
import { close as cross } from './icons-shell.ts';
import { useBackToClose } from './overlay-history.ts';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly low?: boolean;
}

export default function SheetDrawer({ open, onClose, title, children, low = false }: SheetProps) {
  const t = useTranslations('app');
  useBackToClose(open, onClose);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      swipeDirection="down"
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={`scrim in-column ${low ? 'top-[calc(148px+var(--safe-t))]' : ''}`} />
        <Drawer.Viewport className="fixed inset-0 z-(--z-sheet) in-column flex items-end">
          <Drawer.Popup className="drawer drawer-up on-sheet max-h-[calc(100dvh-72px)] w-full overflow-y-auto overscroll-contain rounded-t-xl bg-surface px-4 pb-[calc(16px+var(--safe-b))] lift-sheet in-data-[theme=day]:bg-bg">
            <div className="sticky top-0 z-1 -mx-4 bg-inherit px-4 pb-2">
              <div className="grid h-5.5 place-items-center">
                <span className="h-0.75 w-10 rounded-full bg-line-strong" />
              </div>
              <div className="flex min-h-9 items-center justify-between">
                <Drawer.Title className="text-17 font-semibold">{title}</Drawer.Title>
                <Drawer.Close
                  aria-label={t('kit.close')}
                  className="-me-2.5 grid size-11 place-items-center rounded-md"
                >
                  <Icon of={cross} size={20} />
                </Drawer.Close>
              </div>
            </div>
            <Drawer.Content>{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
