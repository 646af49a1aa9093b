import type { OptionOrder } from '@plimsoll/contract';
import { Figure } from '@plimsoll/ui';
import { format } from '@plimsoll/money';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { inkOf } from './order-facts.ts';
import { drawTape } from './tape-drawing.ts';
import type { TapePoint } from './tape.ts';
import { useWriting } from './words.ts';

const FRAME = { width: 390, height: 168, margin: 16 };

interface TapeChartProps {
  readonly ticks: readonly TapePoint[];
  readonly expiresAtMs: number;
  /** Before the expiry, or the first after it; undefined for a void. */
  readonly exit: TapePoint | undefined;
  readonly won: OptionOrder['outcome'];
}

interface DrawingProps {
  readonly drawing: ReturnType<typeof drawTape>;
  readonly ink: ReturnType<typeof inkOf>;
}

function Drawing({ drawing, ink }: DrawingProps) {
  const t = useTranslations('options.proof');
  const id = useId();
  return (
    <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} className="block w-full" role="img" aria-label={t('drawing')}>
      <clipPath id={`${id}a`}>
        <rect width={FRAME.width} height={drawing.lineY} />
      </clipPath>
      <clipPath id={`${id}b`}>
        <rect y={drawing.lineY} width={FRAME.width} height={drawing.lineY} />
      </clipPath>
      <path d={drawing.area} fill="var(--up)" fillOpacity=".22" clipPath={`url(#${id}a)`} />
      <path d={drawing.area} fill="var(--dn)" fillOpacity=".22" clipPath={`url(#${id}b)`} />
      <path d={`M${drawing.expiryX} 4V${FRAME.height - 4}`} stroke="var(--ink-2)" strokeDasharray="2 3" />
      <path d={drawing.counted} fill="none" stroke="var(--water)" strokeWidth="1.5" strokeLinejoin="round" />
      <path d={drawing.later} fill="none" stroke="var(--ink-3)" strokeWidth="1" />
      <path d={`M0 ${drawing.lineY}H${FRAME.width}`} stroke="var(--paint)" strokeWidth="2" />
      <circle cx={FRAME.margin} cy={drawing.lineY} r="4.5" fill="var(--paint)" stroke="var(--bg)" strokeWidth="2" />
      {drawing.exit && (
        <circle
          cx={drawing.exit.x}
          cy={drawing.exit.y}
          r="4.5"
          fill={ink === 'flat' ? 'var(--ink-2)' : ink === 'up' ? 'var(--up)' : 'var(--dn)'}
          stroke="var(--bg)"
          strokeWidth="2"
        />
      )}
    </svg>
  );
}

/** Distance of a figure from its dot, in points. */
const BESIDE = 9;

/** Where a dot's figure is written: at its height, on the side that has more room. */
function besideOf({ x, y }: { readonly x: number; readonly y: number }) {
  const top = `${(100 * Math.min(FRAME.height - FRAME.margin / 2, Math.max(FRAME.margin / 2, y))) / FRAME.height}%`;
  return x > FRAME.width / 2
    ? { top, right: `${(100 * (FRAME.width - x + BESIDE)) / FRAME.width}%` }
    : { top, left: `${(100 * (x + BESIDE)) / FRAME.width}%` };
}

/** The price from the line to the expiry. Not mirrored: time runs to the right. */
export function TapeChart({ ticks, expiresAtMs, exit, won }: TapeChartProps) {
  const t = useTranslations('options.proof');
  const { exactly } = useWriting();
  const [first] = ticks;
  if (!first) return null;
  const drawing = drawTape(ticks, expiresAtMs, exit, FRAME);
  const isAbove = drawing.exit !== undefined && drawing.exit.y < drawing.lineY;
  const ink = inkOf({ outcome: won });
  return (
    <figure dir="ltr" className="mt-4">
      <div className="relative">
        <Drawing drawing={drawing} ink={ink} />
        <span
          className={`absolute left-6 rounded-xs bg-bg px-1 text-12 font-semibold ${isAbove ? 'top-[53%]' : 'bottom-[53%]'}`}
        >
          <Figure value={format(first.price)} dim={false} />
        </span>
        {exit && exit.seq !== first.seq && (
          <span
            data-way={ink}
            className="absolute -translate-y-1/2 rounded-xs bg-bg px-1 text-12 font-semibold"
            style={drawing.exit && besideOf(drawing.exit)}
          >
            <Figure value={format(exit.price)} dim={false} />
          </span>
        )}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-3 px-4 text-12 text-ink-3">
        <span className="n">{exactly(first.atMs)}</span>
        <span>{t('expiryMark', { time: `${exactly(expiresAtMs)} UTC` })}</span>
      </figcaption>
    </figure>
  );
}
