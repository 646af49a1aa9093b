import { Dialog } from '@base-ui/react/dialog';
import { Button, useBackToClose } from '@plimsoll/ui';
import { useRef } from 'react';
import { Prose } from './prose.tsx';
import type { Story, StoryPopupProps } from './story.ts';

function StoryText({ story, when }: { readonly story: Story; readonly when: StoryPopupProps['when'] }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by the keyboard
      tabIndex={0}
      role="group"
      aria-labelledby="story-title"
      className="min-h-0 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      {story.img !== '' && (
        <img
          src={story.img}
          alt=""
          decoding="async"
          className="max-h-[40dvh] min-h-28 w-full bg-raised object-contain"
        />
      )}
      <div className="px-5 pb-2 pt-5">
        <Dialog.Title id="story-title" dir="auto" className="text-17 font-semibold [overflow-wrap:anywhere]">
          {story.title}
        </Dialog.Title>
        {when !== undefined && <p className="mt-1 text-12 text-ink-3">{when}</p>}
        <div className="mt-3">
          <Prose html={story.html} />
        </div>
      </div>
    </div>
  );
}

/** A notice or an article in a popup, above the button that closes it. */
export default function StoryPopupView({
  story,
  open,
  isUnasked = false,
  onClose,
  onGone,
  when,
  done,
}: StoryPopupProps) {
  useBackToClose(open, onClose);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={isUnasked}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onGone?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim in-column" />
        <Dialog.Viewport className="fixed inset-0 z-(--z-dialog) in-column grid place-items-center p-5">
          <Dialog.Popup
            ref={popup}
            initialFocus={popup}
            className="pop on-sheet flex max-h-[calc(100dvh-40px)] w-full max-w-97 flex-col overflow-hidden rounded-xl bg-surface lift outline-0 in-data-[theme=day]:bg-bg"
          >
            {story && (
              <>
                <StoryText story={story} when={when} />
                <div className="flex-none px-5 pb-5 pt-3">
                  <Button className="w-full" onClick={onClose}>
                    {done}
                  </Button>
                </div>
              </>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
