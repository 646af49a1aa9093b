import type { Ref } from 'react';
import { LazyBoundary, lazyPart } from './lazy-part.tsx';
import type { QrDrawingProps } from './qr-drawing.tsx';

const DRAWING = lazyPart<QrDrawingProps>(() => import('./qr-drawing.tsx'));

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly ref?: Ref<SVGSVGElement>;
}

/** A QR code, drawn in its place as soon as its code is loaded. */
export function QrCode({ text, label, ref = null }: QrCodeProps) {
  return (
    <div className="mx-auto aspect-square w-50 overflow-hidden rounded-lg bg-[#fff] in-data-[theme=day]:border">
      <LazyBoundary part={DRAWING} props={{ text, label, drawing: ref }} fallback={null} isBesides />
    </div>
  );
}
