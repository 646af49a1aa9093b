import { formatDecimal } from '@plimsoll/i18n';
import {
  BottomBar,
  SkeletonBlock,
  Button,
  Empty,
  ErrorState,
  Icon,
  Loading,
  showToast,
  SubmitButton,
  useReading,
} from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import { accountsOf, type Account } from './accounts.ts';
import { AgeBar } from './age-bar.tsx';
import { useMask } from './mask.ts';
import { MOVE_FORM, MoveFields } from './move-fields.tsx';
import { MoveLook } from './move-look.tsx';
import { useBalances } from './queries.ts';
import { useMove } from './use-move.ts';
import { TransferList } from './record-lists.tsx';

const EVERY_MS = 5000;
const OLD_MS = 3 * EVERY_MS;

const inCents = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
};

function MovePanel({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = useTranslations('assets');
  const reading = useReading();
  const { form, change, terms, coin, busy, send, look, wrong } = useMove(accounts);
  const amount =
    form.amount === ''
      ? ''
      : formatDecimal(inCents(form.amount), {
          ...reading,
          decimals: Math.max(2, form.amount.split('.')[1]?.length ?? 0),
        });
  return (
    <>
      <MoveFields form={form} terms={terms} coin={coin} wrong={wrong} onChange={change} onSubmit={send} />
      <BottomBar>
        <SubmitButton form={MOVE_FORM} busy={busy} busyText={t('move.sending')}>
          {amount === '' ? t('move.submitBare') : t('move.submit', { amount, coin: coin?.coinName ?? '' })}
        </SubmitButton>
      </BottomBar>
      <MoveLook form={form} amount={amount} terms={terms} coin={coin?.coinName ?? ''} look={look} />
    </>
  );
}

function Move() {
  const t = useTranslations('assets');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, dataUpdatedAt, refetch } = useBalances(EVERY_MS);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  if (data)
    return (
      <>
        <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
        <MovePanel accounts={accountsOf(data)} />
      </>
    );
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={124} />
        <SkeletonBlock height={48} />
        <SkeletonBlock height={72} />
        <SkeletonBlock height={110} />
      </div>
    </Loading>
  );
}

function SwitchedOff() {
  const t = useTranslations('assets.move');
  const app = useTranslations('app');
  const settings = useSettings();
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <Empty title={t('switchedOff')} text={t('switchedOffText')} className="pt-16">
      <Button kind="quiet" className="mt-3" onClick={ask}>
        {t('contact')}
      </Button>
    </Empty>
  );
}

function Records() {
  const t = useTranslations('assets');
  const [isHidden] = useMask();
  return (
    <>
      <PageHeader title={t('move.records')} canGoBack />
      <TransferList filter={{}} isHidden={isHidden} />
    </>
  );
}

/** /changemoney: moves money between the member's own accounts, at once and without a fee. */
export default function ChangeMoneyScreen() {
  const t = useTranslations('assets.move');
  const app = useTranslations('app.titles');
  const { account_transfer_status } = useSettings();
  const [query] = useSearchParams();
  if (query.get('view') === 'records') return <Records />;
  return (
    <>
      <PageHeader title={app('moveFunds')} canGoBack>
        <Link
          to="/changemoney?view=records"
          aria-label={t('records')}
          className="-me-2.5 grid size-11 place-items-center rounded-md"
        >
          <Icon of={orders} />
        </Link>
      </PageHeader>
      {account_transfer_status === 1 ? <Move /> : <SwitchedOff />}
    </>
  );
}
