import type { CSSProperties } from 'react';

interface ContoursProps {
  /** Address of a drawing of depth lines; the colour is the theme's. */
  readonly drawing: string;
  readonly height: number;
}

/** Depth lines of a sea chart, behind pages that are nearly empty. */
export function Contours({ drawing, height }: ContoursProps) {
  const mask = `linear-gradient(#000 25%, transparent 90%), url("${drawing}")`;
  // An image, not a colour: contrast is measured against the page, which the lines hardly cover.
  const style: CSSProperties = {
    height,
    backgroundImage: 'linear-gradient(var(--water-fill), var(--water-fill))',
    maskImage: mask,
    maskSize: '100% 100%, cover',
    maskPosition: '0 0, 100% 50%',
    maskComposite: 'intersect',
  };
  return <div className="flip pointer-events-none absolute inset-x-0 top-0" style={style} aria-hidden="true" />;
}
