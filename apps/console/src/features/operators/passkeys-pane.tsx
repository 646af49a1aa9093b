import type { OperatorCall } from '@plimsoll/contract/operator';
import type { listOwnPasskeys } from '@plimsoll/contract/operator/operators';
import { Button, Dialog, Field, PasswordField, SubmitButton } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { forgetSession } from '../../platform/auth-provider.ts';
import { makePasskey, passkeysWorkAt } from '../../platform/passkey.ts';
import { Moment } from '../../platform/resource/index.ts';
import { useOwnCall } from './use-own-call.ts';

type Passkeys = typeof listOwnPasskeys extends OperatorCall<infer _In, infer Out> ? Out : never;
type Passkey = Passkeys['list'][number];
const PATH = '/operators/me/passkeys';
const KEY = ['own-passkeys'];

/** Asks for the password before removing a passkey. */
function RemovePasskey({
  passkey,
  onEnd,
}: {
  readonly passkey: Passkey;
  readonly onEnd: (isRemoved: boolean) => void;
}) {
  const t = useTranslations('console');
  const [password, setPassword] = useState('');
  const { call, isBusy, errors, forget } = useOwnCall();
  const remove = async () => {
    if (await call(`${PATH}/${passkey.id}/remove`, { password })) onEnd(true);
  };
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t('me.passkeyRemoveTitle', { name: passkey.name })}
      cancel={t('factor.back')}
      confirm={t('me.passkeyRemove')}
      kind="danger"
      busy={isBusy}
      busyText={t('factor.busy')}
      onConfirm={() => void remove()}
    >
      <PasswordField
        label={t('me.oldPassword')}
        autoComplete="current-password"
        value={password}
        error={errors['password']}
        onChange={(event) => {
          forget();
          setPassword(event.target.value);
        }}
      />
    </Dialog>
  );
}

/** Adds a passkey, after the password. */
function NewPasskey({ onMade }: { readonly onMade: () => void }) {
  const t = useTranslations('console');
  const notify = useNotify();
  const [values, setValues] = useState({ name: '', password: '' });
  const { call, isBusy, errors, forget } = useOwnCall();
  const change = (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) => {
    forget();
    setValues({ ...values, [name]: event.target.value });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const options = await call<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/begin`, { password: values.password });
    if (!options) return;
    const passkey = await makePasskey(options.data);
    if (passkey === undefined) return notify(t('factor.noPasskey'), { type: 'error' });
    if (!(await call(PATH, { name: values.name.trim(), passkey }))) return;
    setValues({ name: '', password: '' });
    notify(t('me.passkeySet'), { type: 'success' });
    onMade();
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('me.passkeyName')}
        autoComplete="off"
        maxLength={40}
        required
        value={values.name}
        onChange={change('name')}
        error={errors['name']}
      />
      <PasswordField
        label={t('me.oldPassword')}
        autoComplete="current-password"
        required
        value={values.password}
        onChange={change('password')}
        error={errors['password']}
      />
      <SubmitButton kind="line" busy={isBusy}>
        {t('me.passkeyAdd')}
      </SubmitButton>
    </form>
  );
}

/** The operator's passkeys. */
export function PasskeysPane({ onSet }: { readonly onSet: () => void }) {
  const t = useTranslations('console');
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<Passkey>();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await ask<Passkeys>('GET', PATH, { signal })).data,
    retry: false,
  });
  if (!data) return null;
  const changed = () => {
    forgetSession();
    onSet();
    void queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Pane title={t('me.passkeysTitle')}>
      <p className="mb-4 text-13 text-ink-2">{t('me.passkeysText')}</p>
      {data.total > 0 && (
        <ul className="mb-4 grid divide-y divide-line">
          {data.list.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span className="min-w-0 text-13">
                <bdi className="block font-medium [overflow-wrap:anywhere]">{passkey.name}</bdi>
                <span className="text-12 text-ink-3">
                  <Moment at={passkey.last_used ?? passkey.addtime} />
                </span>
              </span>
              <Button
                kind="line"
                size="small"
                aria-label={t('me.passkeyRemoveNamed', { name: passkey.name })}
                onClick={() => setRemoving(passkey)}
              >
                {t('me.passkeyRemove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeysWorkAt(new URL(data.origin).hostname) ? (
        <NewPasskey onMade={changed} />
      ) : (
        <p role="note" className="text-13 text-ink-2">
          {t.rich('me.passkeyElsewhere', { origin: () => <bdi dir="ltr">{data.origin}</bdi> })}
        </p>
      )}
      {removing && (
        <RemovePasskey
          passkey={removing}
          onEnd={(isRemoved) => {
            setRemoving(undefined);
            if (isRemoved) changed();
          }}
        />
      )}
    </Pane>
  );
}
