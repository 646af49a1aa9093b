import { readDecimal } from '@plimsoll/i18n';
import { Field, PasswordField, Unit } from '@plimsoll/ui';
import { ChoiceField, FlagField, LongField } from '@plimsoll/ui/console';
import { useInput, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldSpec } from './field-spec.ts';
import { HtmlField } from './html-field.tsx';
import { ImageInput } from './image-input.tsx';
import { MemberField } from './member-field.tsx';
import { usePercentText } from './number-text.ts';
import { percentOf, unpadded } from './rate-words.ts';
import { RowField } from './row-field.tsx';

export type { FieldSpec, OwnField } from './field-spec.ts';

/** ra-core's prefix of errors of its own rules. */
const PACKED = '@@react-admin@@';
const isNone = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** One field with its error. */
export function FormField({ field, disabled }: { readonly field: FieldSpec; readonly disabled: boolean }) {
  const t = useTranslations('console');
  const translate = useTranslate();
  const { name, label, kind, isOptional, help } = field;
  const { field: input, fieldState } = useInput({
    source: name,
    parse: (value: unknown) => value,
    validate: (value: unknown) =>
      isOptional !== undefined || kind === 'flag' || !isNone(value) ? undefined : t('form.needed'),
  });
  const message = fieldState.error?.message;
  const error =
    message === undefined || message === ''
      ? undefined
      : translate(message.startsWith(PACKED) ? String(JSON.parse(message.slice(PACKED.length))) : message);
  const common: Common = { label, error, help, disabled };
  const value = String(input.value ?? '');
  const { onChange, onBlur } = input;
  const chosen = { ...common, name: input.name, value, onChange };
  const typed = { ...chosen, onBlur };
  switch (kind) {
    case 'flag':
      return <FlagField {...common} checked={value === '1'} onChange={(isOn) => onChange(isOn ? 1 : 0)} />;
    case 'long':
      return <LongField {...typed} />;
    case 'html':
      return <HtmlField {...typed} />;
    case 'choice':
      return <Choice {...chosen} field={field} />;
    case 'row':
      return <RowField {...chosen} rows={field.rows} isOptional={isOptional !== undefined} />;
    case 'member':
      return <MemberField {...common} value={value} onChange={onChange} placeholder={t('member.find')} />;
    case 'image':
      return <ImageInput {...common} value={value} onChange={onChange} />;
    case 'own':
      return field.draw?.({ ...common, value: input.value as unknown, onChange });
    case 'password':
      return <PasswordField {...typed} autoComplete="new-password" />;
    case 'decimal':
    case 'whole':
    case 'text':
      return <TypedField {...typed} field={field} />;
  }
}

interface Common {
  readonly label: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly disabled: boolean;
}

interface TypedProps extends Common {
  readonly field: FieldSpec;
  readonly name: string;
  readonly value: string;
  readonly onChange: (changed: unknown) => void;
  readonly onBlur: () => void;
}

function TypedField({ field, help, value, ...rest }: TypedProps) {
  const t = useTranslations('console');
  const percentText = usePercentText();
  const end = field.unit === undefined ? undefined : <Unit>{field.unit}</Unit>;
  if (field.kind === 'text') return <Field {...rest} help={help} value={value} autoComplete="off" end={end} />;
  return (
    <Field
      {...rest}
      help={rateHelp(field, value, help, t, percentText)}
      value={unpadded(value)}
      dir="ltr"
      inputMode={field.kind === 'whole' ? 'numeric' : 'decimal'}
      autoComplete="off"
      end={end}
    />
  );
}

function Choice({ field, onChange, ...rest }: Omit<TypedProps, 'onBlur'>) {
  const t = useTranslations('console');
  const options = field.options ?? [];
  const choose = (chosen: string) => onChange(options.find((option) => String(option.value) === chosen)?.value ?? '');
  return (
    <ChoiceField
      {...rest}
      empty={field.none ?? (rest.value === '' || field.isOptional ? t('form.choose') : undefined)}
      options={options.map((option) => ({ ...option, value: String(option.value) }))}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

/** A fraction in percent, before the other help. */
function rateHelp(
  { rate }: FieldSpec,
  value: string,
  help: ReactNode,
  t: ReturnType<typeof useTranslations<'console'>>,
  percentText: (percent: string) => string,
): ReactNode {
  const percent = rate === undefined ? undefined : percentOf(readDecimal(value) ?? '');
  if (percent === undefined) return help;
  return (
    <>
      {t('form.percent', { percent: percentText(percent) })}
      {help !== undefined && <> {help}</>}
    </>
  );
}
