import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BannerSlide, type Banner } from './banner-slide.tsx';

export interface CarouselProps {
  readonly banners: readonly Banner[];
}

/** How long each banner is shown (PRODUCT 2). */
const STAY_MS = 3000;

/** The banner that stands in a row; lines may begin on either side. */
const placeIn = (row: HTMLElement): number => Math.round(Math.abs(row.scrollLeft) / row.clientWidth);

/** Several banners in a row that the browser scrolls: on every 3 s unless the reader prefers no motion, touches or focuses them. */
export default function Carousel({ banners }: CarouselProps) {
  const t = useTranslations('home');
  const view = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const count = banners.length;
  useEffect(() => {
    if (isHeld || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      const row = view.current;
      if (!row || document.hidden) return;
      const left = ((placeIn(row) + 1) % count) * row.clientWidth;
      row.scrollTo({ left: getComputedStyle(row).direction === 'rtl' ? -left : left, behavior: 'smooth' });
    }, STAY_MS);
    return () => clearInterval(timer);
  }, [isHeld, count]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const holders = { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
  return (
    <section aria-roledescription="carousel" aria-label={t('banners')} {...holders}>
      <div
        ref={view}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard where no banner is a link
        tabIndex={0}
        role="group"
        aria-label={t('banners')}
        onScroll={({ currentTarget }) => setAt(placeIn(currentTarget))}
        className="no-bar flex overflow-x-auto [scroll-snap-type:x_mandatory]"
      >
        {banners.map((banner, index) => (
          <div
            key={`${banner.img} ${index}`}
            role="group"
            aria-label={t('banner', { at: index + 1, count })}
            inert={index !== at}
            className="w-full flex-none snap-start px-4"
          >
            <BannerSlide banner={banner} />
          </div>
        ))}
      </div>
      <div className="mt-2.5 flex h-0.5 justify-center gap-1.25" aria-hidden="true">
        {banners.map((banner, index) => (
          <span
            key={`${banner.img} ${index}`}
            className={`h-0.5 ${index === at ? 'w-5.5 bg-paint' : 'w-3.5 bg-line-strong opacity-55'}`}
          />
        ))}
      </div>
    </section>
  );
}
