import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { useBackToClose } from './overlay-history.ts';

export interface PanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

export default function PanelDrawer({ open, onClose, label, children }: PanelProps) {
  useBackToClose(open, onClose);
  const isRtl = document.documentElement.dir === 'rtl';
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      swipeDirection={isRtl ? 'right' : 'left'}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim in-column" />
        <Drawer.Viewport className="fixed inset-0 z-(--z-sheet) in-column flex items-stretch overflow-hidden">
          <Drawer.Popup
            aria-label={label}
            className="drawer drawer-side w-[min(328px,86vw)] overflow-y-auto overscroll-contain bg-bg pb-(--safe-b) pt-(--safe-t) lift"
          >
            {children}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
