import { QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly ref?: Ref<SVGSVGElement>;
}

/** The white margin that cameras need, in modules. */
const QUIET = 4;

/** A QR code, always dark on white, so that every camera reads it. */
export function QrCode({ text, label, ref }: QrCodeProps) {
  return (
    <div className="mx-auto w-50 overflow-hidden rounded-lg bg-[#fff] in-data-[theme=day]:border">
      <QRCodeSVG
        ref={ref ?? null}
        value={text}
        level="M"
        marginSize={QUIET}
        fgColor="#0B1833"
        bgColor="#FFFFFF"
        role="img"
        aria-label={label}
        className="block h-auto w-full"
      />
    </div>
  );
}
