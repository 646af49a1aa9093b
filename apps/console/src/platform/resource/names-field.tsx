import { DEFAULT_LANGUAGE, LANGUAGES } from '@plimsoll/i18n';
import { Field, Icon } from '@plimsoll/ui';
import { down } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldSpec, OwnField } from './field-spec.ts';
import { namesOf } from './names.ts';
import { useNumberText } from './number-text.ts';

const OTHERS = LANGUAGES.filter(({ code }) => code !== DEFAULT_LANGUAGE);

/** The names that are sent: what was typed, without languages left blank. */
const sentNames = (value: unknown): unknown => namesOf(value).filter(({ name }) => name.trim() !== '');

/** The field for what a row is called in other languages than English. */
export function useNamesField(): FieldSpec {
  const t = useTranslations('console');
  return useMemo(
    () => ({
      name: 'names',
      label: t('names.label'),
      kind: 'own',
      isOptional: 'empty',
      help: t('names.help'),
      draw: (field) => <NamesInput {...field} />,
      send: sentNames,
    }),
    [t],
  );
}

/** A name in each language, behind a line that says how many there are. */
function NamesInput({ label, help, value, onChange, error, disabled }: OwnField) {
  const t = useTranslations('console');
  const numberText = useNumberText();
  const note = useId();
  const [isOpen, setOpen] = useState(false);
  const names = namesOf(value);
  const nameIn = (code: string): string => names.find(({ lang }) => lang === code)?.name ?? '';
  const set = (code: string, name: string) =>
    onChange(
      OTHERS.map(({ code: lang }) => ({ lang, name: lang === code ? name : nameIn(lang) })).filter(
        (each) => each.name !== '',
      ),
    );
  return (
    <details
      className="group"
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 text-13 text-ink-2 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-1.5">
          {label}
          <Icon of={down} size={16} className="text-ink-3 group-open:rotate-180" />
        </span>
        <span className="text-ink-3">
          {t('names.written', { count: numberText(names.length), all: numberText(OTHERS.length) })}
        </span>
      </summary>
      <fieldset className="grid gap-3 pt-1 @min-[30rem]:grid-cols-2" aria-describedby={note}>
        <legend className="sr">{label}</legend>
        <p id={note} className="text-12 text-ink-3 @min-[30rem]:col-span-2">
          {error === undefined ? (
            help
          ) : (
            <span role="alert" className="flex items-start gap-1.25 text-danger">
              <Icon of={warn} size={14} className="mt-px" />
              {error}
            </span>
          )}
        </p>
        {OTHERS.map(({ code, name, tag, dir }) => (
          <Field
            key={code}
            label={<bdi lang={tag}>{name}</bdi>}
            lang={tag}
            dir={dir}
            autoComplete="off"
            value={nameIn(code)}
            disabled={disabled}
            onChange={({ target }) => set(code, target.value)}
          />
        ))}
      </fieldset>
    </details>
  );
}
