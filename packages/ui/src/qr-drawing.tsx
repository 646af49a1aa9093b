import { QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';

/** The white margin that cameras need, in modules. */
const QUIET = 4;

export interface QrDrawingProps {
  readonly text: string;
  readonly label: string;
  readonly drawing: Ref<SVGSVGElement>;
}

/** The code itself, always dark on white, so that every camera reads it. */
export default function QrDrawing({ text, label, drawing }: QrDrawingProps) {
  return (
    <QRCodeSVG
      ref={drawing}
      value={text}
      level="M"
      marginSize={QUIET}
      fgColor="#0B1833"
      bgColor="#FFFFFF"
      role="img"
      aria-label={label}
      className="block h-auto w-full"
    />
  );
}
