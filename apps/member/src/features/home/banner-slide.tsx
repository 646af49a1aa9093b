import type { Answer } from '@plimsoll/contract';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';

export type Banner = Answer<'getBanner'>[number];

/** The project's own drawings have translated words; pictures of operators carry theirs. */
const WORDS = {
  '/banners/check-the-line.svg': 'checkTheLine',
  '/banners/exact-ledger.svg': 'exactLedger',
  '/banners/no-hidden-matching.svg': 'noHiddenMatching',
} as const;

const isKnown = (img: string): img is keyof typeof WORDS => img in WORDS;

/** A banner, 104 high; a link when it has an address. */
export function BannerSlide({ banner: { img, url } }: { readonly banner: Banner }) {
  const t = useTranslations('home.bannerTexts');
  const key = isKnown(img) ? WORDS[img] : undefined;
  const inside = (
    <>
      {key ? (
        <span
          className="flip absolute inset-0 bg-[linear-gradient(var(--water-fill),var(--water-fill))]"
          style={{ mask: `url("${img}") 100% 50% / cover no-repeat` }}
        />
      ) : (
        <img
          src={img}
          alt=""
          width={358}
          height={104}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {key && (
        <span className="relative my-3 ms-4.5 grid w-[58%] content-center gap-0.75">
          <b className="text-17">{t(`${key}Title`)}</b>
          <span className="text-13 text-ink-2">{t(key)}</span>
        </span>
      )}
    </>
  );
  const shape = 'relative grid min-h-26 overflow-hidden rounded-lg bg-surface';
  if (/^\/(?!\/)/.test(url))
    return (
      <Link to={url} className={shape}>
        {inside}
      </Link>
    );
  if (/^https?:\/\//i.test(url))
    return (
      <a href={url} target="_blank" rel="noopener" className={shape}>
        {inside}
      </a>
    );
  return <div className={shape}>{inside}</div>;
}
