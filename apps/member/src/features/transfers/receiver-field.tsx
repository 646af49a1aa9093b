import { Count, Field, Icon, Note } from '@plimsoll/ui';
import { search, user } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import type { Receiver, SendAction, SendForm } from './send-form.ts';

interface ReceiverFieldProps {
  readonly form: SendForm;
  readonly wrong: string | undefined;
  readonly onChange: (action: SendAction) => void;
}

interface FoundReceiverProps {
  readonly receiver: Receiver;
  readonly isConfirmed: boolean;
  readonly onConfirm: () => void;
}

function FoundReceiver({ receiver, isConfirmed, onConfirm }: FoundReceiverProps) {
  const t = useTranslations('transfers');
  return (
    <Note kind={isConfirmed ? 'ok' : 'info'} icon={isConfirmed ? check : user}>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <b className="text-ink">
            <bdi>{receiver.username}</bdi>
          </b>{' '}
          <span className="whitespace-nowrap">
            {t('uid')} <Count value={receiver.id} grouped={false} />
          </span>
        </span>
        {isConfirmed ? (
          <span className="text-12">{t('confirmed')}</span>
        ) : (
          <button type="button" onClick={onConfirm} className="hit px-0.5 text-14 font-medium text-water">
            {t('confirm')}
          </button>
        )}
      </span>
    </Note>
  );
}

function useReceiverSearch(name: string, onChange: (action: SendAction) => void) {
  const t = useTranslations('transfers');
  const [refused, setRefused] = useState<{ readonly name: string; readonly words: string }>();
  const { busy, submit } = useSubmit('searchUser', {
    announce: false,
    onDone: (receiver) => onChange({ kind: 'found', name, receiver }),
    onRefused: ({ reason, message }) => setRefused({ name, words: reason === 'not_found' ? t('nobody') : message }),
  });
  const find = () => {
    setRefused(undefined);
    if (name === '') onChange({ kind: 'wrong', wrong: 'noReceiver' });
    else if (!busy) void submit({ username: name });
  };
  // An answer is about the name that it was asked for.
  return { busy, find, refused: refused?.name === name ? refused.words : undefined };
}

/** The receiver: searched by the exact username, shown, and confirmed by a tap. */
export function ReceiverField({ form, wrong, onChange }: ReceiverFieldProps) {
  const t = useTranslations('transfers');
  const { busy, find, refused } = useReceiverSearch(form.name.trim(), onChange);
  // Enter in this field searches, and sends nothing.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    find();
  };
  const { receiver, isConfirmed } = form;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label={t('receiver')}
        placeholder={t('receiverHint')}
        value={form.name}
        error={refused ?? wrong}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={255}
        onChange={(event) => onChange({ kind: 'name', text: event.target.value })}
        onKeyDown={onKeyDown}
        end={
          <button
            type="button"
            aria-busy={busy || undefined}
            onClick={find}
            className="hit -me-1 flex flex-none items-center gap-1.5 px-1 text-14 font-medium text-water"
          >
            {busy ? <span className="spin" /> : <Icon of={search} size={16} />}
            {t('find')}
          </button>
        }
      />
      <div aria-live="polite">
        {receiver && (
          <FoundReceiver
            receiver={receiver}
            isConfirmed={isConfirmed}
            onConfirm={() => onChange({ kind: 'confirm' })}
          />
        )}
      </div>
    </div>
  );
}
