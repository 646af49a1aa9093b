import { useRef, useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { Icon } from './icon.tsx';
import { right } from './icons-screens.ts';

/** How long Enter is held instead of sliding, in ms. */
const HOLD_MS = 1000;
/** How far counts as the end, in percent. */
const FAR_ENOUGH = 92;
const KEY_STEP = 25;
/** Keys by which a range would be at its end at once. */
const JUMPS: ReadonlySet<string> = new Set(['Home', 'End', 'PageUp', 'PageDown']);
/** Width of the knob with its margin, in px. */
const KNOB = 56;

interface SlideToConfirmProps {
  readonly label: string;
  /** It is unusual: the knob warns. */
  readonly isOdd?: boolean;
  /** A submit is running: the knob spins at the end. */
  readonly busy?: boolean;
  readonly busyText?: string;
  readonly disabled?: boolean;
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
    } else if (JUMPS.has(event.key)) event.preventDefault();
  };
  return {
    track,
    percent,
    /** For the keyboard, and for what sets the value of a range: screen readers, switches, voices. */
    input: {
      onKeyDown,
      onKeyUp(event: KeyboardEvent) {
        if (event.key === 'Enter' || event.key === ' ') letGo();
      },
      onBlur: letGo,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        // A pointer slides the knob: a range would jump to where it is tapped.
        if (grip.current !== undefined) return;
        const next = event.currentTarget.valueAsNumber;
        if (next >= 100) confirm();
        else setPercent(next);
      },
    },
    pointer: {
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
export function SlideToConfirm({
  label,
  isOdd = false,
  busy = false,
  busyText,
  disabled = false,
  onConfirm,
}: SlideToConfirmProps) {
  const { track, percent, input, pointer } = useSlide(busy ? () => {} : onConfirm);
  const at = busy ? 100 : percent;
  return (
    <div
      ref={track}
      data-base-ui-swipe-ignore=""
      className="relative grid min-h-14 touch-none select-none place-items-center overflow-hidden rounded-lg bg-(--quiet) py-2 pe-3.5 ps-15 text-center font-semibold text-ink-2"
      {...(busy || disabled ? {} : pointer)}
    >
      <span
        className={`absolute inset-y-0 start-0 ${isOdd ? 'bg-danger-tint' : 'bg-water-tint'}`}
        style={{ width: `${at}%` }}
      />
      <span className={`relative ${percent > 0 && !busy ? 'invisible' : ''}`}>{busy ? busyText : label}</span>
      <span
        className={`absolute inset-y-1 grid w-12 place-items-center rounded-md ${disabled ? 'bg-raised text-ink-3' : isOdd ? 'bg-danger-fill text-on-fill' : 'bg-paint text-on-paint'}`}
        style={{ insetInlineStart: `calc(4px + (100% - ${KNOB}px) * ${at / 100})` }}
      >
        {busy ? <span className="spin" /> : <Icon of={right} size={20} flip />}
      </span>
      <input
        type="range"
        aria-label={busy ? (busyText ?? label) : label}
        aria-busy={busy || undefined}
        min={0}
        max={100}
        step={KEY_STEP}
        value={percent - (percent % KEY_STEP)}
        disabled={disabled}
        className="absolute inset-0 m-0 size-full touch-none appearance-none rounded-lg bg-transparent -outline-offset-2! [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        {...input}
      />
    </div>
  );
}
