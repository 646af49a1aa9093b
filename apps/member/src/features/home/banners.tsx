import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { post } from '../../platform/client.ts';
import { whenIdle } from '../../platform/idle.ts';
import { BannerSlide } from './banner-slide.tsx';
import type { CarouselProps } from './carousel.tsx';

/** The carousel is loaded in idle time: the first banner is shown for three seconds in any case. */
const CAROUSEL = lazyPart<CarouselProps>(() => whenIdle().then(() => import('./carousel.tsx')));

/** The site's banners; several take turns. Their place is kept while they load. */
export const Banners = memo(function Banners() {
  const { data, isError, isPaused } = useQuery({
    queryKey: ['getBanner'],
    queryFn: () => post('getBanner', {}, { quiet: true }),
    staleTime: 600_000,
  });
  if (data?.length === 0 || ((isError || isPaused) && !data)) return null;
  const first = data?.[0];
  const alone = (
    <>
      <div className="px-4">{first ? <BannerSlide banner={first} /> : <span className="bone h-26 !rounded-lg" />}</div>
      <div className="h-3" />
    </>
  );
  return (
    <div className="mt-3">
      {data && data.length > 1 ? (
        <LazyBoundary part={CAROUSEL} props={{ banners: data }} fallback={alone} isBesides />
      ) : (
        alone
      )}
    </div>
  );
});
