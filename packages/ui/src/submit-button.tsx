import { useTranslations } from 'use-intl';
import { Button, type ButtonProps } from './button.tsx';
import { useIsOnline } from './online.ts';

/** A button that sends: offline it is disabled and says so. */
export function SendButton({ disabled = false, busy = false, children, ...rest }: ButtonProps) {
  const t = useTranslations('app.kit');
  const isCut = !useIsOnline() && !disabled && !busy;
  return (
    <Button disabled={disabled || isCut} busy={busy} {...rest}>
      {isCut ? t('offline') : children}
    </Button>
  );
}

/** The button that sends a form: fills its row. */
export function SubmitButton({ className = '', ...rest }: ButtonProps) {
  return <SendButton type="submit" className={`w-full ${className}`} {...rest} />;
}
