import useEmblaCarousel from 'embla-carousel-react';
import autoplay from 'embla-carousel-autoplay';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BannerSlide, type Banner } from './banner-slide.tsx';

/** How long each banner is shown (PRODUCT 2). */
const STAY_MS = 3000;

/** Several banners, moving on every 3 s unless the reader prefers no motion, touches or focuses them. */
export default function Carousel({ banners }: { readonly banners: readonly Banner[] }) {
  const t = useTranslations('home');
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [direction] = useState(() => (document.documentElement.dir === 'rtl' ? ('rtl' as const) : ('ltr' as const)));
  const [at, setAt] = useState(0);
  const [view, embla] = useEmblaCarousel(
    { loop: true, direction },
    isStill
      ? []
      : [autoplay({ delay: STAY_MS, stopOnInteraction: false, stopOnMouseEnter: true, stopOnFocusIn: true })],
  );
  useEffect(() => {
    if (!embla) return;
    const follow = () => setAt(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla]);
  return (
    <section aria-roledescription="carousel" aria-label={t('banners')}>
      <div ref={view} className="overflow-hidden">
        <div className="flex touch-pan-y">
          {banners.map((banner, index) => (
            <div
              key={`${banner.img} ${index}`}
              role="group"
              aria-label={t('banner', { at: index + 1, count: banners.length })}
              inert={index !== at}
              className="w-full flex-none px-4"
            >
              <BannerSlide banner={banner} />
            </div>
          ))}
        </div>
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
