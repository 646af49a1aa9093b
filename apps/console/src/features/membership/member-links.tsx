import type { MemberDetail } from '@plimsoll/contract/operator';
import { Count, Icon } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { right } from '@plimsoll/ui/icons-screens';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { filteredBy } from '../../platform/resource/index.ts';

/** Links to lists filtered by the member. */
export function MemberLinks({ member: { id, username, counts } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const links = [
    { to: filteredBy('/deposits', { q: username, status: '' }), name: t('links.deposits') },
    { to: filteredBy('/withdrawals', { q: username, status: '' }), name: t('links.withdrawals') },
    {
      to: filteredBy('/spot-orders', { member_id: id }),
      name: t('links.spot'),
      count: counts.spot_orders,
      open: counts.spot_orders_open,
    },
    {
      to: filteredBy('/option-orders', { member_id: id }),
      name: t('links.options'),
      count: counts.option_orders,
      open: counts.option_orders_open,
    },
    { to: filteredBy('/transfers', { member_id: id }), name: t('links.transfers'), count: counts.transfers },
    { to: filteredBy('/member-transfers', { member_id: id }), name: t('links.memberTransfers') },
    { to: filteredBy('/mining-orders', { member_id: id }), name: t('links.mining') },
    { to: filteredBy('/staking-orders', { member_id: id }), name: t('links.staking') },
    { to: filteredBy('/corrections', { q: String(id) }), name: t('links.corrections') },
    { to: filteredBy('/ledger', { member_id: id }), name: t('links.journals') },
    { to: `/ledger-accounts?member=${id}`, name: t('links.accounts') },
  ];
  return (
    <Pane title={t('links.title')}>
      <ul className="-my-1">
        {links.map(({ to, name, count, open = 0 }) => (
          <li key={name}>
            <Link
              to={to}
              className="flex min-h-10 items-center justify-between gap-3 border-b last:border-b-0 hover:text-water"
            >
              <span>{name}</span>
              <span className="flex items-center gap-1 text-13 text-ink-3">
                {open > 0 && <span className="text-warn">{t('links.open', { count: open })}</span>}
                {count !== undefined && <Count value={count} />}
                <Icon of={right} size={16} flip />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Pane>
  );
}
