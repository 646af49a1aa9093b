import { QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';

interface QrCodeProps {
  /** What it says when it is read. */
  readonly text: string;
  /** Its name for those who cannot see it. */
  readonly label: string;
  /** The drawing itself, for saving it. */
  readonly ref?: Ref<SVGSVGElement>;
}

/** The white that every camera needs around it, in modules. */
const QUIET = 4;

/** A QR code, dark on white by night and day, so that every camera reads it. */
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
