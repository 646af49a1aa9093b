import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
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

const isMirrored = (track: Element | null): boolean => track !== null && getComputedStyle(track).direction === 'rtl';

/** By the keyboard, and by what sets the value of a range: screen readers, switches, voices. */
function useKeys(track: RefObject<HTMLDivElement | null>, percent: number, slideTo: (percent: number) => void) {
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(hold.current);
    hold.current = undefined;
  };
  const letGo = () => {
    stop();
    slideTo(0);
  };
  return {
    stop,
    onKeyDown(event: KeyboardEvent) {
      const isHeld = event.key === 'Enter' || event.key === ' ';
      if (!isHeld && !event.key.startsWith('Arrow') && !JUMPS.has(event.key)) return;
      event.preventDefault();
      const forward = isMirrored(track.current) ? 'ArrowLeft' : 'ArrowRight';
      if (isHeld) {
        if (!event.repeat) hold.current ??= setTimeout(() => slideTo(100), HOLD_MS);
      } else if (event.key === forward || event.key === 'ArrowUp') slideTo(percent + KEY_STEP);
      else if (event.key.startsWith('Arrow')) slideTo(percent - KEY_STEP);
    },
    onKeyUp(event: KeyboardEvent) {
      if (event.key === 'Enter' || event.key === ' ') letGo();
    },
    onBlur: letGo,
  };
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Ends a gesture with what it was begun on: gone from the page, switched off or showing something else. */
function useEnding(shown: string, isOn: boolean, end: () => void): void {
  const onEnd = useEffectEvent(end);
  const of = useRef({ shown, isOn });
  useEffect(() => {
    if (of.current.shown !== shown || of.current.isOn !== isOn) onEnd();
    of.current = { shown, isOn };
  }, [shown, isOn]);
  useEffect(() => () => onEnd(), []);
}

/** `shown` is what the slide shows; without `onConfirm` it cannot be slid. */
function useSlide(shown: string, onConfirm: (() => void) | undefined) {
  const track = useRef<HTMLDivElement>(null);
  /** The pointer that slides, and where it took the knob. */
  const grip = useRef<{ readonly by: number; readonly fromX: number }>(undefined);
  const [percent, setPercent] = useState(0);
  /** As it was drawn last: a hold lasts longer than a drawing. */
  const confirm = useLatest(onConfirm);
  const slideTo = (next: number) => {
    if (next < 100) setPercent(Math.max(0, next));
    else {
      setPercent(0);
      confirm.current?.();
    }
  };
  const isGrip = ({ pointerId }: PointerEvent): boolean => grip.current?.by === pointerId;
  const gripped = ({ clientX }: PointerEvent): number => {
    if (!track.current || grip.current === undefined) return 0;
    const away = (clientX - grip.current.fromX) * (isMirrored(track.current) ? -1 : 1);
    return (away / (track.current.clientWidth - KNOB)) * 100;
  };
  const letGo = () => {
    grip.current = undefined;
    setPercent(0);
  };
  const lose = (event: PointerEvent) => {
    if (isGrip(event)) letGo();
  };
  const { stop, ...keys } = useKeys(track, percent, slideTo);
  useEnding(shown, onConfirm !== undefined, () => {
    stop();
    letGo();
  });
  return {
    track,
    percent,
    input: {
      ...keys,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        // A pointer slides the knob: a range would jump to where it is tapped.
        if (grip.current === undefined) slideTo(event.currentTarget.valueAsNumber);
      },
    },
    pointer: {
      onPointerDown(event: PointerEvent) {
        if (grip.current !== undefined && !isGrip(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { by: event.pointerId, fromX: event.clientX };
      },
      onPointerMove(event: PointerEvent) {
        if (isGrip(event)) setPercent(Math.min(100, Math.max(0, gripped(event))));
      },
      onPointerUp(event: PointerEvent) {
        if (!isGrip(event)) return;
        const end = gripped(event);
        letGo();
        if (end >= FAR_ENOUGH) slideTo(100);
      },
      onPointerCancel: lose,
      onLostPointerCapture: lose,
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
  // One that was begun before it became unusual is begun again.
  const { track, percent, input, pointer } = useSlide(`${label}${isOdd}`, busy || disabled ? undefined : onConfirm);
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
