import { Icon, IconButton } from '@plimsoll/ui';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';

/** The first link of an image. Links are signed at each reading, and each opened one is audited as a view. */
export function useFirstLink(link: string): string {
  const [first] = useState(link);
  return first;
}

interface ShownImageProps {
  readonly src: string;
  readonly alt: string;
  /** Accessible name of the scroll area. */
  readonly label: string;
  /** Labels of the button. */
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly failed: string;
  /** Height classes while it fits. */
  readonly fit?: string;
}

/** A member's image, with a full size that scrolls. */
export function ShownImage({
  src,
  alt,
  label,
  zoomIn,
  zoomOut,
  failed,
  fit = 'max-h-[26rem] min-h-40',
}: ShownImageProps) {
  const first = useFirstLink(src);
  const [isFull, setFull] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const words = isFull ? zoomOut : zoomIn;
  if (hasFailed)
    return (
      <p role="alert" className="rounded-lg bg-surface p-5 text-13 text-ink-2">
        {failed}
      </p>
    );
  return (
    <figure className="relative rounded-lg bg-surface">
      <div
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus no key could scroll it
        tabIndex={0}
        className={`rounded-lg ${isFull ? 'max-h-[70dvh] overflow-auto' : 'overflow-hidden'}`}
      >
        <img
          src={first}
          alt={alt}
          className={isFull ? 'max-w-none' : `mx-auto w-full object-contain ${fit}`}
          onError={() => setFailed(true)}
        />
      </div>
      <figcaption className="absolute end-2 top-2">
        <IconButton
          label={words}
          title={words}
          aria-pressed={isFull}
          className="bg-raised lift"
          onClick={() => setFull(!isFull)}
        >
          <Icon of={isFull ? minus : plus} size={20} />
        </IconButton>
      </figcaption>
    </figure>
  );
}
