import type { Answer } from '@plimsoll/contract';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { AddressText, BottomBar, Note, SubmitButton } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { isAboutProof, ProofFields, useProof } from '../security/index.ts';
import { PageHeader } from '../site/index.ts';
import { BOOK_VIEW, useBookChanged } from './queries.ts';

const FORM = 'address-book';
/** The calls that change the book. */
type BookCall = 'keepAddress' | 'allowAddress' | 'removeAddress' | 'setAllowedOnly';

interface BookFormProps {
  readonly call: BookCall;
  /** What is sent; undefined when something is missing, which is shown beside its field. */
  readonly fields: () => Readonly<Record<string, string | number>> | undefined;
  readonly title: string;
  readonly submitText: string;
  readonly isDanger?: boolean;
  /** Fields above the proof, with the server's refusal until something is typed. */
  readonly children: (refused: Refusal | undefined, onType: () => void) => ReactNode;
}

/** A change of the book with its proof, one step behind the list. */
export function BookForm({ call, fields, title, submitText, isDanger = false, children }: BookFormProps) {
  const t = useTranslations('payouts.address');
  const bookChanged = useBookChanged();
  const [refusal, setRefusal] = useState<Refusal>();
  const proof = useProof();
  const { busy, submit } = useSubmit(call, {
    onDone(_answer, isHere) {
      void bookChanged();
      if (isHere) leavePage('back', BOOK_VIEW);
    },
    onRefused(next) {
      setRefusal(next);
      void bookChanged();
      if (isAboutProof(next)) proof.lookAgain();
    },
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || proof.busy) return;
    const wanted = fields();
    const given = wanted && (await proof.give());
    if (given) await submit({ ...wanted, ...given });
  };
  const onType = () => setRefusal(undefined);
  return (
    <>
      <PageHeader title={title} canGoBack />
      <form
        id={FORM}
        onSubmit={(event) => void send(event)}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        {children(isAboutProof(refusal) ? undefined : refusal, onType)}
        <ProofFields proof={proof} refusal={refusal} onType={onType} />
      </form>
      <BottomBar>
        <SubmitButton
          form={FORM}
          kind={isDanger ? 'danger' : 'primary'}
          busy={busy || proof.busy}
          busyText={t('saving')}
        >
          {submitText}
        </SubmitButton>
      </BottomBar>
    </>
  );
}

/** Allows or removes an address. */
export function EntryAct({
  entry,
  act,
}: {
  readonly entry: Answer<'getAddressBook'>['list'][number];
  readonly act: 'allow' | 'remove';
}) {
  const t = useTranslations('payouts.book');
  const s = useTranslations('security.passkeys');
  const name = act === 'allow' ? t('allow') : s('remove');
  return (
    <BookForm
      call={act === 'allow' ? 'allowAddress' : 'removeAddress'}
      fields={() => ({ id: entry.id })}
      title={name}
      submitText={name}
      isDanger={act === 'remove'}
    >
      {(refused) => (
        <>
          <div className="grid gap-2 rounded-lg bg-surface px-4 py-3.5">
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{entry.label}</bdi>{' '}
              <span className="text-13 font-normal text-ink-3">
                <bdi>{[entry.title, ...entry.networks].join(' · ')}</bdi>
              </span>
            </p>
            <AddressText address={entry.address} />
          </div>
          {act === 'allow' && (
            <Note kind="warn" icon={clock}>
              {t('allowText', { hours: OUT_HOURS })}
            </Note>
          )}
          {refused && (
            <p role="alert" className="text-13 text-danger">
              {refused.message}
            </p>
          )}
        </>
      )}
    </BookForm>
  );
}

/** Restricts payments to allowed addresses, or ends that. */
export function OnlyAct({ isOn }: { readonly isOn: boolean }) {
  const t = useTranslations('payouts.book');
  const s = useTranslations('security.phrase');
  return (
    <BookForm
      call="setAllowedOnly"
      fields={() => ({ on: isOn ? '0' : '1' })}
      title={t('only')}
      submitText={s('save')}
      isDanger={isOn}
    >
      {(refused) => (
        <>
          <p className="text-14 text-ink-2">{t(isOn ? 'onlyText' : 'onlyOnText', { hours: OUT_HOURS })}</p>
          {refused && (
            <p role="alert" className="text-13 text-danger">
              {refused.message}
            </p>
          )}
        </>
      )}
    </BookForm>
  );
}
