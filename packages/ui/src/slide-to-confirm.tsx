import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Icon } from './icon.tsx';
import { right } from './icons-screens.ts';

/** How long Enter is held instead of sliding, in ms. */
const HOLD_MS = 1000;
/** How far counts as the end, in percent. */
const FAR_ENOUGH = 92;
const KEY_STEP = 25;
/** Width of the knob with its margin, in px. */
const KNOB = 56;

interface SlideToConfirmProps {
  readonly label: string;
  readonly onConfirm: () => void;
}

function useSlide(onConfirm: () => void) {
  const track = useRef<HTMLDivElement>(null);
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined);
  const grip = useRef<number>(undefined);
  const [percent, setPercent] = useState(0);

  const letGo = () => {
    clearTimeout(hold.current);
    hold.current = undefined;
    grip.current = undefined;
    setPercent(0);
  };
  const confirm = () => {
    letGo();
    onConfirm();
  };
  const slideTo = (event: PointerEvent) => {
    if (!track.current || grip.current === undefined) return 0;
    const away = event.clientX - grip.current;
    const isMirrored = getComputedStyle(track.current).direction === 'rtl';
    const share = ((isMirrored ? -away : away) / (track.current.clientWidth - KNOB)) * 100;
    return Math.min(100, Math.max(0, share));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = track.current && getComputedStyle(track.current).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!event.repeat) hold.current ??= setTimeout(confirm, HOLD_MS);
    } else if (event.key === forward || event.key === 'ArrowUp') {
      event.preventDefault();
      if (percent + KEY_STEP >= 100) confirm();
      else setPercent(percent + KEY_STEP);
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      setPercent(Math.max(0, percent - KEY_STEP));
    }
  };
  return {
    track,
    percent,
    listeners: {
      onKeyDown,
      onKeyUp(event: KeyboardEvent) {
        if (event.key === 'Enter' || event.key === ' ') letGo();
      },
      onBlur: letGo,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientX;
      },
      onPointerMove(event: PointerEvent) {
        if (grip.current !== undefined) setPercent(slideTo(event));
      },
      onPointerUp(event: PointerEvent) {
        if (slideTo(event) >= FAR_ENOUGH) confirm();
        else letGo();
      },
      onPointerCancel: letGo,
    },
  };
}

/** A confirmation against accidents: slide to the end, or hold Enter for a second. A tap does nothing. */
export function SlideToConfirm({ label, onConfirm }: SlideToConfirmProps) {
  const { track, percent, listeners } = useSlide(onConfirm);
  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      data-base-ui-swipe-ignore=""
      className="relative grid min-h-14 touch-none select-none place-items-center overflow-hidden rounded-lg bg-raised py-2 pe-3.5 ps-15 text-center font-semibold text-ink-2"
      {...listeners}
    >
      <span className="absolute inset-y-0 start-0 bg-danger-tint" style={{ width: `${percent}%` }} />
      <span className="relative">{label}</span>
      <span
        className="absolute inset-y-1 grid w-12 place-items-center rounded-md bg-danger-fill text-on-fill"
        style={{ insetInlineStart: `calc(4px + (100% - ${KNOB}px) * ${percent / 100})` }}
      >
        <Icon of={right} size={20} flip />
      </span>
    </div>
  );
}
