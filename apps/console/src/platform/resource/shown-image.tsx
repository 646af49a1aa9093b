import { Icon, IconButton } from '@plimsoll/ui';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';

/**
 * The link of an image as it was at first. Links are signed anew at each reading and show the same image; each that is
 * opened is a look, and a line of the log.
 */
export function useFirstLink(link: string): string {
  const [first] = useState(link);
  return first;
}

interface ShownImageProps {
  readonly src: string;
  readonly alt: string;
  /** The name of the place it is scrolled in. */
  readonly label: string;
  /** What the button says: to full size, and back. */
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** When it could not be shown. */
  readonly failed: string;
  /** How high it is while it fits. */
  readonly fit?: string;
}

/** A member's image, as large as there is room; in full size it is moved about by scrolling. */
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
