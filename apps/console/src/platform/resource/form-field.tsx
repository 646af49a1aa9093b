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
import { percentOf, unpadded } from './rate-words.ts';
import { RowField } from './row-field.tsx';

export type { FieldSpec, OwnField } from './field-spec.ts';

/** A rule's complaint, or the server's. ra-core packs the former. */
const PACKED = '@@react-admin@@';
const isNone = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** One field, with its error beside it. */
export function FormField({ field, disabled }: { readonly field: FieldSpec; readonly disabled: boolean }) {
  const t = useTranslations('console');
  const translate = useTranslate();
  const { name, label, kind, isOptional, help, unit } = field;
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
  const common = { label, error, help, disabled };
  const value = String(input.value ?? '');
  const { name: fieldName, onChange, onBlur } = input;
  const end = unit === undefined ? undefined : <Unit>{unit}</Unit>;
  switch (kind) {
    case 'flag':
      return <FlagField {...common} checked={value === '1'} onChange={(isOn) => onChange(isOn ? 1 : 0)} />;
    case 'long':
      return <LongField {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} />;
    case 'html':
      return <HtmlField {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} />;
    case 'choice': {
      const options = field.options ?? [];
      const choose = (chosen: string) =>
        onChange(options.find((option) => String(option.value) === chosen)?.value ?? '');
      return (
        <ChoiceField
          {...common}
          name={fieldName}
          value={value}
          empty={field.none ?? (value === '' || isOptional ? t('form.choose') : undefined)}
          options={options.map((option) => ({ ...option, value: String(option.value) }))}
          onChange={(event) => choose(event.target.value)}
        />
      );
    }
    case 'row':
      return (
        <RowField
          {...common}
          name={fieldName}
          value={value}
          rows={field.rows}
          isOptional={isOptional !== undefined}
          onChange={onChange}
        />
      );
    case 'member':
      return <MemberField {...common} value={value} onChange={onChange} placeholder={t('member.find')} />;
    case 'image':
      return (
        <ImageInput label={label} error={error} help={help} value={value} onChange={onChange} disabled={disabled} />
      );
    case 'own':
      return field.draw?.({ ...common, value: input.value as unknown, onChange });
    case 'password':
      return (
        <PasswordField
          {...common}
          name={fieldName}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          autoComplete="new-password"
        />
      );
    case 'decimal':
    case 'whole':
      return (
        <Field
          {...common}
          help={rateHelp(field, value, help, t)}
          name={fieldName}
          value={unpadded(value)}
          onChange={onChange}
          onBlur={onBlur}
          dir="ltr"
          inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
          autoComplete="off"
          end={end}
        />
      );
    case 'text':
      return (
        <Field
          {...common}
          name={fieldName}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          autoComplete="off"
          end={end}
        />
      );
  }
}

/** What a fraction is in percent, while there is one; else what else helps. */
function rateHelp(
  { rate }: FieldSpec,
  value: string,
  help: ReactNode,
  t: ReturnType<typeof useTranslations<'console'>>,
): ReactNode {
  const percent = rate === undefined ? undefined : percentOf(readDecimal(value) ?? '');
  if (percent === undefined) return help;
  return (
    <>
      {t('form.percent', { percent })}
      {help !== undefined && <> {help}</>}
    </>
  );
}
