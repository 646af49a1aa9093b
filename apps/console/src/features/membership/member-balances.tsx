import type { MemberBalance, MemberDetail } from '@plimsoll/contract/operator';
import { CoinMark, Figure } from '@plimsoll/ui';
import { FlagField, Pane } from '@plimsoll/ui/console';
import { useCanAccess } from 'ra-core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { RowsTable, type Column } from '../../platform/resource/index.ts';
import { useAccountWords } from '../ledger/index.ts';

type Row = MemberBalance & { readonly id: string };
const TYPES = [1, 2, 3] as const;
const isNothing = (decimal: string): boolean => !/[1-9]/.test(decimal);

function useColumns(mayCorrect: boolean | undefined, memberId: number) {
  const t = useTranslations('console-members');
  return useMemo(
    (): readonly Column<Row>[] => [
      {
        id: 'coin',
        header: t('coin'),
        cell: ({ coinName }) => (
          <span className="flex items-center gap-2 font-medium">
            <CoinMark coin={coinName} size={20} />
            {coinName}
          </span>
        ),
      },
      {
        id: 'available',
        header: t('available'),
        end: true,
        cell: ({ balance }) => <Figure value={balance} places={8} />,
      },
      { id: 'held', header: t('held'), end: true, cell: ({ dbalance }) => <Figure value={dbalance} places={8} /> },
      {
        id: 'usdt',
        header: t('inUsdt'),
        end: true,
        cell: ({ all_zhprice: worth }) =>
          worth === null ? <span className="text-ink-3">{t('noPrice')}</span> : <Figure value={worth} places={8} />,
      },
      ...(mayCorrect
        ? [
            {
              id: 'correct',
              header: <span className="sr">{t('correct')}</span>,
              end: true,
              cell: ({ type, c_id }: Row) => (
                <Link
                  to={`/corrections/create?member=${memberId}&type=${type}&coin=${c_id}`}
                  className="font-medium text-water"
                >
                  {t('correctShort')}
                </Link>
              ),
            },
          ]
        : []),
    ],
    [t, mayCorrect, memberId],
  );
}

/** A member's balances by account and coin; empty ones on request. */
export function MemberBalances({ member: { id: memberId, balances } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const { accountTitle } = useAccountWords();
  const { canAccess: mayCorrect } = useCanAccess({ resource: 'corrections', action: 'create' });
  const [isWhole, setWhole] = useState(false);
  const columns = useColumns(mayCorrect, memberId);
  return (
    <div className="grid grid-cols-1 gap-4">
      <FlagField label={t('showEmpty')} checked={isWhole} onChange={setWhole} />
      {TYPES.map((type) => {
        const rows = balances
          .filter((each) => each.type === type && (isWhole || !isNothing(each.balance) || !isNothing(each.dbalance)))
          .map((each): Row => ({ ...each, id: `${each.type} ${each.c_id}` }));
        return (
          <Pane key={type} title={accountTitle(type)}>
            {rows.length === 0 ? (
              <p className="text-ink-3">{t('nothingHere')}</p>
            ) : (
              <RowsTable
                label={t('balancesOf', { account: accountTitle(type) })}
                columns={columns}
                rows={rows}
                isCompact
              />
            )}
          </Pane>
        );
      })}
    </div>
  );
}
