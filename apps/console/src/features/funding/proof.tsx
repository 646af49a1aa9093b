import { IconButton, Icon } from '@plimsoll/ui';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** The member's proof, as large as there is room; in full size it is moved about by scrolling. */
export function Proof({ src, number }: { readonly src: string; readonly number: string }) {
  const t = useTranslations('console-review');
  const [isFull, setFull] = useState(false);
  const [failed, setFailed] = useState<string>();
  const words = t(isFull ? 'deposits.zoomOut' : 'deposits.zoomIn');
  // The link is signed anew at each reading and shows the same image: the first one stays.
  const [first] = useState(src);
  if (failed === first) return <p role="alert" className="rounded-lg bg-surface p-5 text-13 text-ink-2">{t('deposits.proofFailed')}</p>;
  return (
    <figure className="relative rounded-lg bg-surface">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus no key could scroll it */}
      <div role="region" aria-label={t('deposits.proof')} tabIndex={0} className={`rounded-lg ${isFull ? 'max-h-[70dvh] overflow-auto' : 'overflow-hidden'}`}>
        <img
          src={first}
          alt={t('deposits.proofAlt', { number })}
          className={isFull ? 'max-w-none cursor-zoom-out' : 'mx-auto max-h-[26rem] min-h-40 w-full cursor-zoom-in object-contain'}
          onError={() => setFailed(first)}
        />
      </div>
      <figcaption className="absolute end-2 top-2">
        <IconButton label={words} title={words} aria-pressed={isFull} className="bg-raised lift" onClick={() => setFull(!isFull)}><Icon of={isFull ? minus : plus} size={20} /></IconButton>
      </figcaption>
    </figure>
  );
}
