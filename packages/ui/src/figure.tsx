import { decimalParts, formatCompact, formatDecimal, formatPercent } from '@plimsoll/i18n';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { wayBetween, wayOf } from './change.ts';
import { useReading } from './reading.ts';

const FLASH_MS = 300;

/** Lights the ground of an element for 300 ms when its value changes. */
function useFlash(value: string, isOn: boolean) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    const before = shown.current;
    shown.current = value;
    if (!isOn || before === value) return;
    const tint = wayBetween(before, value) === 'down' ? 'var(--dn-tint)' : 'var(--up-tint)';
    const lit = { backgroundColor: tint, boxShadow: `0 0 0 3px ${tint}` };
    element.current?.animate(
      [lit, { ...lit, offset: 0.6 }, { backgroundColor: 'transparent', boxShadow: '0 0 0 3px transparent' }],
      FLASH_MS,
    );
  }, [value, isOn]);
  return element;
}

export interface FigureProps {
  /** An exact decimal as the wire writes it. */
  readonly value: string;
  /** Exactly so many places, further ones cut off. Without it, the given places less trailing zeros. */
  readonly places?: number | undefined;
  /** Places that stay bright; two by default. Without `places` also the minimum shown. */
  readonly bright?: number;
  /** Sets zeros that only fill up in the third ink. On by default. */
  readonly dim?: boolean;
  readonly signed?: boolean;
  /** Hidden money: `******` of fixed width. */
  readonly hidden?: boolean;
  readonly flash?: boolean;
  /** Width of the fraction in `ch`, so that points align in a column of mixed decimals. */
  readonly align?: number;
  readonly dollars?: boolean;
  readonly className?: string;
}

/** Pads a decimal with zeros to at least `places`: 187.40, not 187.4. */
function padded(value: string, places: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept.length >= places ? value : `${whole}.${kept.padEnd(places, '0')}`;
}

/** A figure: grouped and in the digits of the reader's language, never broken over lines. */
export const Figure = memo(function Figure(props: FigureProps) {
  const {
    value,
    places,
    bright = 2,
    dim = true,
    signed = false,
    hidden = false,
    flash = false,
    align,
    dollars = false,
    className = '',
  } = props;
  const { language, nativeDigits } = useReading();
  const element = useFlash(value, flash && !hidden);
  if (hidden) return <span className={`mask ${className}`}>******</span>;
  const text = padded(value, bright);
  const decimals = places ?? Math.max(bright, text.split('.')[1]?.replace(/0+$/, '').length ?? 0);
  const given = signed && !text.startsWith('-') ? `+${text}` : text;
  const parts = decimalParts(given, { language, nativeDigits, decimals, bright: Math.min(bright, decimals) });
  const isZero = !/[1-9]/.test(text);
  const fraction = (
    <>
      {parts.point}
      {parts.fraction}
      {parts.filler && (dim && !isZero ? <i>{parts.filler}</i> : parts.filler)}
    </>
  );
  return (
    <span ref={element} className={`n ${isZero && dim ? 'text-ink-3' : ''} ${className}`}>
      {dollars && '≈ '}
      {parts.sign}
      {dollars && '$'}
      {parts.whole}
      {align === undefined ? fraction : <s style={{ '--fr': `${align}ch` }}>{fraction}</s>}
    </span>
  );
});

/** A whole number that is no money: a count, seconds, an id. Ids are not grouped. */
export function Count({ value, grouped = true }: { readonly value: number | string; readonly grouped?: boolean }) {
  const { language, nativeDigits } = useReading();
  return <span className="n">{formatDecimal(String(value), { language, nativeDigits, ungrouped: !grouped })}</span>;
}

/** A large figure shortened: `1.92B`. */
export function Compact({ value }: { readonly value: string }) {
  const reading = useReading();
  return <span className="n">{formatCompact(value, reading)}</span>;
}

/** A change in percent with its sign, triangle and colour. */
export const Chg = memo(function Chg({
  value,
  pill = false,
  className = '',
}: {
  readonly value: string;
  readonly pill?: boolean;
  readonly className?: string;
}) {
  const { language, nativeDigits } = useReading();
  const way = wayOf(value);
  const text = formatPercent(way === 'flat' ? value.replace(/^[+-]/, '') : value, {
    language,
    nativeDigits,
    decimals: 2,
  });
  const shape = pill ? 'min-w-18 h-7.5 justify-end px-1.5 rounded-sm font-medium text-14 bg-(--way-tint)' : '';
  return (
    <span className={`chg ${shape} ${className}`} data-way={way}>
      {text}
    </span>
  );
});

/** Of messages: words in figures of one width, left to right. */
export const figures = (words: ReactNode) => <span className="n">{words}</span>;
