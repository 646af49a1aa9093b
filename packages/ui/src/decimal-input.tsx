import { formatDecimal } from '@plimsoll/i18n';
import { useLayoutEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { enteredDecimal } from './entered-decimal.ts';
import { useReading } from './reading.ts';

interface DecimalInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onEnter: (value: string) => void;
}

/**
 * An input for a decimal, with any known decimal sign and digits. It is grouped while it is only read, and plain
 * while it is typed in, so that a typed comma can only be a decimal sign.
 */
export function DecimalInput({ value, onEnter, onFocus, onBlur, className = '', ...rest }: DecimalInputProps) {
  const { language, nativeDigits } = useReading();
  const element = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const isEntered = typed !== undefined;
  const decimals = value.split('.')[1]?.length ?? 0;
  const written = (ungrouped: boolean) =>
    value === '' ? '' : formatDecimal(value, { language, nativeDigits, decimals, ungrouped });
  // Removing the grouping moves the caret; a reader who came by keyboard means to select all of it.
  useLayoutEffect(() => {
    if (isEntered) element.current?.select();
  }, [isEntered]);
  return (
    <input
      {...rest}
      ref={element}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      dir="ltr"
      className={`n ${className}`}
      value={isEntered && enteredDecimal(typed) === value ? typed : written(isEntered)}
      onChange={(event) => {
        const next = enteredDecimal(event.target.value);
        if (next === null) return;
        setTyped(event.target.value);
        if (next !== value) onEnter(next);
      }}
      onFocus={(event) => {
        setTyped(written(true));
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
