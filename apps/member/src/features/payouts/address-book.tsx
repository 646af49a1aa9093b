import type { Answer, BookAddress } from '@plimsoll/contract';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { formatTime } from '@plimsoll/i18n';
import {
  SkeletonBlock,
  buttonClass,
  Empty,
  ErrorState,
  Icon,
  Loading,
  Note,
  SwitchMark,
  useReading,
} from '@plimsoll/ui';
import { plus } from '@plimsoll/ui/icons-screens';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { isLookAlike } from '../security/index.ts';
import { PageHeader } from '../site/index.ts';
import { addressCoins } from './address-coins.ts';
import { EntryAct, OnlyAct } from './book-act.tsx';
import { BookCard } from './book-card.tsx';
import { BookNew } from './book-new.tsx';
import { BOOK_VIEW, useAddresses, useBook, useNetworkCoins } from './queries.ts';

const isAlike = (entry: BookAddress, list: readonly BookAddress[]): boolean =>
  list.some(({ address }) => isLookAlike(entry.address, address));

function Only({ book: { allowed_only, allowed_until } }: { readonly book: Answer<'getAddressBook'> }) {
  const t = useTranslations('payouts.book');
  const s = useTranslations('security.rows');
  const reading = useReading();
  const note =
    allowed_until === null
      ? t('onlyText', { hours: OUT_HOURS })
      : t('onlyUntil', { time: `\u2068${formatTime(allowed_until, { ...reading, style: 'full' })}\u2069` });
  return (
    <Link to={`${BOOK_VIEW}&act=only`} className="flex min-h-13 items-center justify-between gap-3">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('only')}
        <span className="sr">. </span>
        <span className="block text-12 text-ink-3">{note}</span>
      </span>
      <span className="sr">{s(allowed_only === 1 ? 'on' : 'off')}</span>
      <SwitchMark on={allowed_only === 1} />
    </Link>
  );
}

function List({ book, nowMs }: { readonly book: Answer<'getAddressBook'>; readonly nowMs: number }) {
  const t = useTranslations('payouts.book');
  const a = useTranslations('payouts.address');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-8">
      <Note icon={info}>{t('about', { hours: OUT_HOURS })}</Note>
      {book.list.length === 0 ? (
        <Empty title={t('none')} />
      ) : (
        <ul className="grid gap-3">
          {book.list.map((entry) => (
            <BookCard key={entry.id} entry={entry} isAlike={isAlike(entry, book.list)} nowMs={nowMs} />
          ))}
        </ul>
      )}
      <Link to={`${BOOK_VIEW}&act=new`} className={buttonClass('line')}>
        <Icon of={plus} size={18} />
        {a('another')}
      </Link>
      <Only book={book} />
    </div>
  );
}

/** The member's address book, its allowed addresses, and whether only those may be used (RULES 8). */
export function AddressBook() {
  const t = useTranslations('payouts.book');
  const a = useTranslations('payouts.address');
  const kit = useTranslations('app.kit');
  const [query] = useSearchParams();
  const [book, networks, addresses] = [useBook(), useNetworkCoins(), useAddresses()];
  const act = query.get('act');
  if (book.data && networks.data && addresses.data) {
    const entry = book.data.list.find(({ id }) => String(id) === query.get('entry'));
    const [first, ...others] = addressCoins(networks.data, addresses.data);
    if (act === 'new' && first) return <BookNew coins={[first, ...others]} />;
    if (act === 'only') return <OnlyAct isOn={book.data.allowed_only === 1 && book.data.allowed_until === null} />;
    if ((act === 'allow' || act === 'remove') && entry) return <EntryAct entry={entry} act={act} />;
    return (
      <>
        <PageHeader title={t('title')} canGoBack />
        <List book={book.data} nowMs={book.dataUpdatedAt} />
      </>
    );
  }
  const retry = () => {
    for (const each of [book, networks, addresses]) void each.refetch();
  };
  const isStuck = [book, networks, addresses].some(({ isError, isPaused }) => isError || isPaused);
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      {isStuck ? (
        <ErrorState
          title={a('failed')}
          text={refusedWords(book.error, networks.error) ?? a('failedText')}
          onRetry={retry}
          className="pt-16"
        />
      ) : (
        <Loading label={kit('loading')}>
          <div className="grid gap-4 px-4 pt-1">
            <SkeletonBlock height={64} />
            <SkeletonBlock height={120} />
            <SkeletonBlock height={120} />
          </div>
        </Loading>
      )}
    </>
  );
}
