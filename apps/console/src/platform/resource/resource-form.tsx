import { Button, SubmitButton } from '@plimsoll/ui';
import { PaneHead } from '@plimsoll/ui/console';
import { CreateBase, EditBase, Form, useCanAccess, useNotify, useSaveContext, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormField, type FieldSpec } from './form-field.tsx';

export type { FieldSpec } from './form-field.tsx';

interface ResourceFormProps<T> {
  readonly resource: string;
  /** A row's, or `create`. */
  readonly id: string;
  /** The path its list is at, to go to the new thing after it was made. */
  readonly path: string;
  readonly fields: readonly FieldSpec[];
  readonly title: ReactNode;
  readonly createTitle?: string;
  /** What a new one begins with. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Above the fields: what else is known of the thing. */
  readonly children?: (record: T) => ReactNode;
}

/**
 * Makes or changes one thing. Nothing on the screen changes before the server agreed; what it refuses of a field stands beside the field,
 * anything else is a toast. Who may not change it is shown the same, without a way to.
 */
export function ResourceForm<T extends RaRecord>({ resource, id, path, fields, title, createTitle, defaults, children }: ResourceFormProps<T>) {
  const t = useTranslations('console');
  const notify = useNotify();
  const navigate = useNavigate();
  const isNew = id === 'create';
  const { canAccess: may } = useCanAccess({ resource, action: isNew ? 'create' : 'edit' });
  const offered = fields.filter(({ on }) => on === undefined || on === (isNew ? 'create' : 'edit'));
  const form = (
    <Form className="grid gap-4" sanitizeEmptyValues={false} disableInvalidFormNotification {...(isNew ? { defaultValues: startOf(offered, defaults ?? {}) } : {})}>
      {offered.map((field) => <FormField key={field.name} field={field} disabled={may !== true} />)}
      {may && <FormEnd isNew={isNew} />}
    </Form>
  );
  if (isNew) {
    return (
      <CreateBase
        resource={resource}
        redirect={false}
        disableAuthentication
        transform={(data: Record<string, unknown>) => sent(offered, data)}
        mutationOptions={{
          onSuccess: (made: RaRecord) => {
            notify(t('form.created'), { type: 'success' });
            void navigate(`/${path}/${made.id}`);
          },
        }}
      >
        <PaneHead title={createTitle ?? title} />
        {form}
      </CreateBase>
    );
  }
  return (
    <EditBase
      key={id}
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      transform={(data: Record<string, unknown>) => sent(offered, data)}
      mutationOptions={{ onSuccess: () => notify(t('form.saved'), { type: 'success' }) }}
      render={({ record }) => (record
        ? <><PaneHead title={title} />{children?.(record as T)}{form}</>
        : <p role="status" className="text-ink-3">{t('loading')}</p>)}
    />
  );
}

/** What the wire is sent: the fields that the form has, empty ones only where they may be. */
function sent(fields: readonly FieldSpec[], data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ name, isOptional }) => {
    const value = data[name];
    if (value === undefined || (isOptional === 'left-out' && (value === '' || value === null))) return [];
    return [[name, value ?? '']];
  }));
}

const startOf = (fields: readonly FieldSpec[], defaults: object): Record<string, unknown> =>
  ({ ...Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'flag' ? 1 : ''])), ...defaults });

/** The way to save, once there is something to, and back to how it was. */
function FormEnd({ isNew }: { readonly isNew: boolean }) {
  const t = useTranslations('console');
  const { saving } = useSaveContext();
  const { isDirty } = useFormState();
  return (
    <div className="flex gap-3">
      {!isNew && isDirty && <Button kind="line" type="reset" className="flex-1" disabled={saving ?? false}>{t('form.undo')}</Button>}
      <SubmitButton busy={saving ?? false} busyText={t('form.saving')} disabled={!isNew && !isDirty}>{t(isNew ? 'form.create' : isDirty ? 'form.save' : 'form.unchanged')}</SubmitButton>
    </div>
  );
}
