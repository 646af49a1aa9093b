import type { BankCard } from '@plimsoll/contract';
import { BottomBar, buttonClass, Empty, ErrorState, Icon, Loading, RowSkeleton, shownNumber } from '@plimsoll/ui';
import { card as cardIcon } from '@plimsoll/ui/icons-panel';
import { plus, right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../site/index.ts';
import { CardFormPage } from './card-form-page.tsx';
import { useCards } from './queries.ts';

function CardRow({ card, isMasked }: { readonly card: BankCard; readonly isMasked: boolean }) {
  const t = useTranslations('payouts.bank');
  const number = shownNumber(card.card_number, isMasked);
  return (
    <li>
      <Link
        to={`/bank?card=${card.id}`}
        className="flex min-h-16.5 w-full items-center gap-3.5 px-4 py-2.5 active:bg-surface"
      >
        <Icon of={cardIcon} duo />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="font-semibold [overflow-wrap:anywhere]">{card.bank_name}</span>
          <span className="flex flex-wrap gap-x-3 text-13 text-ink-2">
            <bdi
              dir="ltr"
              className="n whitespace-normal!"
              aria-label={isMasked ? t('endsIn', { digits: number.slice(-4) }) : undefined}
              role={isMasked ? 'img' : undefined}
            >
              {number}
            </bdi>
            <bdi className="text-ink-3 [overflow-wrap:anywhere]">{card.card_name}</bdi>
          </span>
        </span>
        <span className="flex flex-none items-center gap-1 text-13 text-ink-3">
          {t('edit')}
          <Icon of={right} size={16} flip />
        </span>
      </Link>
    </li>
  );
}

/** /bank: the member's cards; with `card` in the query the form of one. */
export default function BankScreen() {
  const t = useTranslations('payouts.bank');
  const app = useTranslations('app');
  const { can_edit_bank, bank_swan_type } = useSettings();
  const [query] = useSearchParams();
  const { data: cards, error, isError, isPaused, refetch } = useCards();
  const canBind = cards !== undefined && (can_edit_bank === 1 || cards.length === 0);
  const named = query.get('card');
  const own = cards?.find(({ id }) => String(id) === named);
  if (own) return <CardFormPage key={own.id} card={own} />;
  if (named === 'new' && canBind) return <CardFormPage card={undefined} />;
  return (
    <>
      <PageHeader title={app('titles.bank')} canGoBack />
      {cards ? (
        cards.length > 0 ? (
          <ul className="rows border-y" aria-label={app('titles.bank')}>
            {cards.map((card) => (
              <CardRow key={card.id} card={card} isMasked={bank_swan_type === 1} />
            ))}
          </ul>
        ) : (
          <Empty title={t('none')} text={t('noneText')} className="pt-16" />
        )
      ) : isError || isPaused ? (
        <ErrorState
          title={t('failed')}
          text={refusedWords(error) ?? t('failedText')}
          onRetry={() => void refetch()}
          className="pt-16"
        />
      ) : (
        <Loading label={app('kit.loading')}>
          <RowSkeleton count={2} />
        </Loading>
      )}
      {cards && cards.length > 0 && !canBind && <p className="px-4 pt-3 text-13 text-ink-2">{t('onlyOne')}</p>}
      {canBind && (
        <BottomBar>
          <Link to="/bank?card=new" className={`${buttonClass()} w-full`}>
            <Icon of={plus} size={20} />
            {t('bindNew')}
          </Link>
        </BottomBar>
      )}
    </>
  );
}
