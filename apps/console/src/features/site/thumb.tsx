/** A small image of this site; the page's policy allows no others. */
export function Thumb({ src, shape = 'wide' }: { readonly src: string; readonly shape?: 'wide' | 'square' }) {
  const size = shape === 'wide' ? 'h-8 w-16' : 'size-8';
  return src.startsWith('/') ? (
    <img src={src} alt="" loading="lazy" className={`${size} flex-none rounded-xs bg-raised object-cover`} />
  ) : (
    <span className={`${size} flex-none rounded-xs bg-raised`} />
  );
}
