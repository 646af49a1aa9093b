import type { Key } from '@plimsoll/contract';
import { buttonClass, Dialog, Empty, ErrorState, Loading, RowSkeleton } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link, Navigate, useSearchParams } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { SecurityPage, useHasUnseen } from '../security/index.ts';
import { PageHeader } from '../site/index.ts';
import { Connect } from './connect.tsx';
import { KeyCard } from './key-card.tsx';
import { NewKey } from './new-key.tsx';
import { isOver, useKeys, useKeysChanged } from './queries.ts';
import { NEW, UNSEEN_KEYS } from './use-made.ts';

/** Stands for an access key in what is shown without one. */
const YOUR_ACCESS_KEY = 'ACCESS_KEY';

interface DeleteDialogProps {
  readonly of: Key | undefined;
  readonly onClose: () => void;
  /** The question about this key has its answer; another may be asked about meanwhile. */
  readonly onAnswered: (key: Key | undefined) => void;
}

function DeleteDialog({ of, onClose, onAnswered }: DeleteDialogProps) {
  const t = useTranslations('keys');
  const security = useTranslations('security.sessions');
  const changed = useKeysChanged();
  const answered = () => {
    onAnswered(of);
    changed();
  };
  const { busy, submit } = useSubmit('endKey', { onDone: answered, onRefused: answered });
  // The name stays while the dialog closes.
  const [last, setLast] = useState(of);
  if (of !== undefined && of !== last) setLast(of);
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      title={t('deleteTitle', { name: last?.name ?? '' })}
      cancel={security('cancel')}
      confirm={t('delete')}
      kind="danger"
      busy={busy}
      busyText={t('deleting')}
      onConfirm={() => {
        if (of) void submit({ id: of.id });
      }}
    >
      {t('deleteText')}
    </Dialog>
  );
}

function Lists({ keys }: { readonly keys: readonly Key[] }) {
  const t = useTranslations('keys');
  const [deleting, setDeleting] = useState<Key>();
  const over = keys.filter(isOver);
  const open = keys.filter((each) => !isOver(each));
  return (
    <>
      {open.length === 0 ? (
        <Empty title={t('none')} className="py-4!" />
      ) : (
        <ul className="rows border-y" aria-label={t('title')}>
          {open.map((each) => (
            <KeyCard key={each.id} of={each} onDelete={() => setDeleting(each)} />
          ))}
        </ul>
      )}
      <Link to={NEW} className={`${buttonClass()} mx-4`}>
        {t('create')}
      </Link>
      <div className="px-4">
        <Connect access={YOUR_ACCESS_KEY} />
      </div>
      {over.length > 0 && (
        <section aria-labelledby="keys-over" className="grid gap-2">
          <h2 id="keys-over" className="px-4 text-17 font-semibold">
            {t('over')}
          </h2>
          <ul className="rows border-y" aria-labelledby="keys-over">
            {over.map((each) => (
              <KeyCard key={each.id} of={each} />
            ))}
          </ul>
        </section>
      )}
      <DeleteDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        onAnswered={(key) => setDeleting((now) => (now?.id === key?.id ? undefined : now))}
      />
    </>
  );
}

function KeyList() {
  const t = useTranslations('keys');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useKeys();
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <p className="px-4 pt-1 pb-5 text-14 text-ink-2">
        {t('text')} {t('never')}
      </p>
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-8">
          <Lists keys={data} />
        </div>
      ) : isError || isPaused ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label={kit('loading')}>
          <RowSkeleton count={3} mark={false} />
        </Loading>
      )}
    </>
  );
}

/** The list, unless a key is to be saved first; one that comes while it is read has a toast. */
function UnlessUnseen() {
  const hasUnseen = useHasUnseen(UNSEEN_KEYS);
  const [hadUnseen] = useState(hasUnseen);
  return hadUnseen ? <Navigate to={NEW} /> : <KeyList />;
}

/** /security?view=keys: the member's keys of programs; `step=new` makes one (RULES 7.7). */
export function KeysPage() {
  const t = useTranslations('keys');
  const [query] = useSearchParams();
  if (query.get('step') !== 'new') return <UnlessUnseen />;
  return <SecurityPage title={t('create')}>{(state) => <NewKey state={state} />}</SecurityPage>;
}
