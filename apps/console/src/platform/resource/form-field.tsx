import { Field, PasswordField, Unit } from '@plimsoll/ui';
import { ChoiceField, FlagField, LongField } from '@plimsoll/ui/console';
import { useGetList, useInput, useTranslate, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ImageInput } from './image-input.tsx';

/** A field of a form, declared. */
export interface FieldSpec {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  /** `decimal` is an amount, price or rate, sent as the text that was typed; `whole` a number without places; `row` one of another resource's rows. */
  readonly kind: 'text' | 'long' | 'decimal' | 'whole' | 'flag' | 'choice' | 'row' | 'image' | 'password';
  /** Where it is offered: in making or in changing alone. */
  readonly on?: 'create' | 'edit';
  /** May be empty: sent as an empty text (`empty`), or not at all (`left-out`). */
  readonly isOptional?: 'empty' | 'left-out';
  readonly help?: ReactNode;
  readonly unit?: string;
  /** Of a `choice`. A number is sent as one. */
  readonly options?: readonly { readonly value: string | number; readonly label: string }[];
  /** Of a `row`: where they are, and what each is called. */
  readonly rows?: { readonly resource: string; readonly nameOf: (row: RaRecord) => string };
}

/** A rule's complaint, or the server's. ra-core packs the former. */
const PACKED = '@@react-admin@@';
const MOST_ROWS = 50;

/** One field, with its error beside it. */
export function FormField({ field, disabled }: { readonly field: FieldSpec; readonly disabled: boolean }) {
  const t = useTranslations('console');
  const translate = useTranslate();
  const { name, label, kind, isOptional, help, unit } = field;
  const { field: input, fieldState } = useInput({
    source: name,
    parse: (value: unknown) => value,
    validate: (value: unknown) => (isOptional !== undefined || kind === 'flag' || (value !== '' && value !== null && value !== undefined) ? undefined : t('form.needed')),
  });
  const message = fieldState.error?.message;
  const error = message === undefined || message === '' ? undefined : translate(message.startsWith(PACKED) ? (JSON.parse(message.slice(PACKED.length)) as string) : message);
  const common = { label, error, help, disabled };
  const value = String(input.value ?? '');
  const { name: fieldName, onChange, onBlur } = input;
  switch (kind) {
    case 'flag': return <FlagField {...common} checked={value === '1'} onChange={(isOn) => onChange(isOn ? 1 : 0)} />;
    case 'long': return <LongField {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} />;
    case 'choice': {
      const options = field.options ?? [];
      const choose = (chosen: string) => onChange(options.find((option) => String(option.value) === chosen)?.value ?? '');
      return <ChoiceField {...common} name={fieldName} value={value} empty={value === '' || isOptional ? t('form.choose') : undefined} options={options.map((option) => ({ ...option, value: String(option.value) }))} onChange={(event) => choose(event.target.value)} />;
    }
    case 'row': return <RowField {...common} name={fieldName} value={value} rows={field.rows} isOptional={isOptional !== undefined} onChange={onChange} />;
    case 'image': return <ImageInput label={label} error={error} help={help} value={value} onChange={onChange} disabled={disabled} />;
    case 'password': return <PasswordField {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} autoComplete="new-password" />;
    case 'decimal':
    case 'whole':
      return <Field {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} dir="ltr" inputMode={kind === 'whole' ? 'numeric' : 'decimal'} autoComplete="off" end={unit === undefined ? undefined : <Unit>{unit}</Unit>} />;
    case 'text': return <Field {...common} name={fieldName} value={value} onChange={onChange} onBlur={onBlur} autoComplete="off" end={unit === undefined ? undefined : <Unit>{unit}</Unit>} />;
  }
}

interface RowFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly disabled: boolean;
  readonly name: string;
  readonly value: string;
  readonly rows: FieldSpec['rows'];
  readonly isOptional: boolean;
  readonly onChange: (value: string | number) => void;
}

/** One of another resource's rows, by its name. */
function RowField({ rows, value, isOptional, onChange, ...rest }: RowFieldProps) {
  const t = useTranslations('console');
  const { data = [] } = useGetList(rows?.resource ?? '', { pagination: { page: 1, perPage: MOST_ROWS }, sort: { field: 'id', order: 'ASC' }, filter: {} }, { enabled: rows !== undefined });
  const options = data.map((row) => ({ value: String(row.id), label: rows?.nameOf(row) ?? String(row.id) }));
  return <ChoiceField {...rest} value={value} empty={value === '' || isOptional ? t('form.choose') : undefined} options={options} onChange={(event) => onChange(event.target.value === '' ? '' : Number(event.target.value))} />;
}
