import { readDecimal } from '@plimsoll/i18n';
import { Button, ErrorState, SubmitButton } from '@plimsoll/ui';
import { PaneHead } from '@plimsoll/ui/console';
import { CreateBase, EditBase, Form, useCanAccess, useNotify, useSaveContext, type RaRecord } from 'ra-core';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { proposalIn } from '../data-provider.ts';
import { useProblemWords } from '../problem-words.ts';
import { useIsHere } from '../use-is-here.ts';
import { FormField, type FieldSpec } from './form-field.tsx';

export type { FieldSpec, OwnField } from './form-field.tsx';

/** A row that is read again leaves what was typed: another action on it, or a poll, may have read it. */
const KEEPS_TYPED = { keepDirtyValues: true, keepDirty: true } as const;
/** ra-core would leave for the list when the row could not be read. */
const STAYS = { onError: () => undefined } as const;

interface ResourceFormProps<T> {
  readonly resource: string;
  /** A row's id, or `create`. */
  readonly id: string;
  /** Path of its list. */
  readonly path: string;
  readonly fields: readonly FieldSpec[];
  readonly title: ReactNode;
  readonly createTitle?: string;
  readonly createVerb?: string;
  /** Defaults of a new one. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Drawn above the fields. */
  readonly children?: (record: T) => ReactNode;
}

/** Leads to the proposal that a change became, unless the operator has left; false when it took effect. */
function useLedToProposal(): (made: RaRecord) => boolean {
  const t = useTranslations('console');
  const notify = useNotify();
  const navigate = useNavigate();
  const isHere = useIsHere();
  return (made) => {
    const proposal = proposalIn(made);
    if (proposal === undefined) return false;
    notify(t('form.proposed'), { type: 'success' });
    if (isHere()) void navigate(`/proposals/${proposal}`);
    return true;
  };
}

/**
 * Creates or edits one record. The screen changes after the server's answer; a refusal appears beside its field, or as
 * a toast. Disabled for who may not edit.
 */
export function ResourceForm<T extends RaRecord>(props: ResourceFormProps<T>) {
  return props.id === 'create' ? <Create {...props} /> : <Edit key={props.id} {...props} />;
}

const offeredOn = (fields: readonly FieldSpec[], form: 'create' | 'edit'): readonly FieldSpec[] =>
  fields.filter(({ on }) => on === undefined || on === form);

function Create<T extends RaRecord>({
  resource,
  path,
  fields,
  title,
  createTitle,
  createVerb,
  defaults,
}: ResourceFormProps<T>) {
  const t = useTranslations('console');
  const notify = useNotify();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const ledToProposal = useLedToProposal();
  const offered = offeredOn(fields, 'create');
  return (
    <CreateBase
      resource={resource}
      redirect={false}
      disableAuthentication
      transform={(data: Record<string, unknown>) => sent(offered, data)}
      mutationOptions={{
        onSuccess: (made: RaRecord) => {
          if (ledToProposal(made)) return;
          notify(t('form.created'), { type: 'success' });
          if (isHere()) void navigate(`/${path}/${made.id}`);
        },
      }}
    >
      <PaneHead title={createTitle ?? title} />
      <Fields resource={resource} offered={offered} start={startOf(offered, defaults ?? {})} createVerb={createVerb} />
    </CreateBase>
  );
}

function Edit<T extends RaRecord>({ resource, id, fields, title, children }: ResourceFormProps<T>) {
  const t = useTranslations('console');
  const notify = useNotify();
  const words = useProblemWords();
  const ledToProposal = useLedToProposal();
  const [saved, setSaved] = useState<RaRecord>();
  const offered = offeredOn(fields, 'edit');
  return (
    <EditBase<T>
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      queryOptions={STAYS}
      redirect={false}
      disableAuthentication
      transform={(data: Record<string, unknown>) => sent(offered, data)}
      mutationOptions={{
        onSuccess: (made: RaRecord) => {
          if (ledToProposal(made)) return;
          setSaved(made);
          notify(t('form.saved'), { type: 'success' });
        },
      }}
      render={({ record, error, refetch }) =>
        record ? (
          <>
            <PaneHead title={title} />
            {children?.(record)}
            <Fields resource={resource} offered={offered} saved={saved} />
          </>
        ) : error ? (
          <ErrorState title={t('detail.failed')} text={words(error)} onRetry={() => void refetch()} />
        ) : (
          <p role="status" aria-busy="true" className="text-ink-3">
            {t('loading')}
          </p>
        )
      }
    />
  );
}

interface FieldsProps {
  readonly resource: string;
  readonly offered: readonly FieldSpec[];
  /** Defaults of a new record; undefined for an edit. */
  readonly start?: Readonly<Record<string, unknown>>;
  readonly createVerb?: string | undefined;
  /** What the server answered to the last save. */
  readonly saved?: RaRecord | undefined;
}

function Fields({ resource, offered, start, createVerb, saved }: FieldsProps) {
  const t = useTranslations('console');
  const isNew = start !== undefined;
  const { canAccess: may } = useCanAccess({ resource, action: isNew ? 'create' : 'edit' });
  return (
    <Form
      className="grid gap-4 @min-[30rem]:grid-cols-2"
      sanitizeEmptyValues={false}
      disableInvalidFormNotification
      resetOptions={KEEPS_TYPED}
      {...(isNew ? { defaultValues: start } : {})}
    >
      <FormFields fields={offered} disabled={may !== true} />
      <Saved row={saved} />
      {may === false && <p className="text-13 text-ink-3 @min-[30rem]:col-span-2">{t('form.readOnly')}</p>}
      {may && <FormEnd isNew={isNew} createVerb={createVerb} />}
    </Form>
  );
}

/** The fields below their headings. */
function FormFields({ fields, disabled }: { readonly fields: readonly FieldSpec[]; readonly disabled: boolean }) {
  const values = useWatch();
  return fields
    .filter(({ shownIf }) => shownIf?.(values) ?? true)
    .map((field) => (
      <Fragment key={field.name}>
        {field.heading !== undefined && (
          <h3 className="mt-2 border-t pt-4 font-semibold @min-[30rem]:col-span-2">{field.heading}</h3>
        )}
        <div className={field.isHalf ? 'min-w-0' : 'min-w-0 @min-[30rem]:col-span-2'}>
          <FormField field={field} disabled={disabled} />
        </div>
      </Fragment>
    ));
}

/** After a save the fields hold what the server made of them. */
function Saved({ row }: { readonly row: RaRecord | undefined }) {
  const { reset } = useFormContext();
  useEffect(() => {
    if (row) reset(row);
  }, [row, reset]);
  return null;
}

/** The values that are sent. */
function sent(fields: readonly FieldSpec[], data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isOptional, shownIf, send }) => {
      if (shownIf?.(data) === false) return [];
      const value =
        kind === 'decimal' || kind === 'whole' ? inWireDigits(data[name]) : send ? send(data[name]) : data[name];
      if (value === undefined || (isOptional === 'left-out' && (value === '' || value === null))) return [];
      return [[name, value]];
    }),
  );
}

/** A typed figure in wire digits; anything else is left for the server to refuse. */
const inWireDigits = (value: unknown): unknown => (typeof value === 'string' ? (readDecimal(value) ?? value) : value);

const startOf = (fields: readonly FieldSpec[], defaults: object): Record<string, unknown> => ({
  ...Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'flag' ? 1 : ''])),
  ...defaults,
});

function FormEnd({ isNew, createVerb }: { readonly isNew: boolean; readonly createVerb: string | undefined }) {
  const t = useTranslations('console');
  const { saving } = useSaveContext();
  const { reset } = useFormContext();
  const { isDirty } = useFormState();
  return (
    <div className="flex gap-3 @min-[30rem]:col-span-2">
      {!isNew && isDirty && (
        <Button kind="line" className="flex-1" disabled={saving ?? false} onClick={() => reset()}>
          {t('form.undo')}
        </Button>
      )}
      <SubmitButton busy={saving ?? false} busyText={t('form.saving')} disabled={!isNew && !isDirty}>
        {isNew ? (createVerb ?? t('form.create')) : t(isDirty ? 'form.save' : 'form.unchanged')}
      </SubmitButton>
    </div>
  );
}
