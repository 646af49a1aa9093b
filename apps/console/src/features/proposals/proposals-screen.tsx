import type { ProposalItem } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { Icon, type IconShape } from '@plimsoll/ui';
import { settings } from '@plimsoll/ui/icons-panel';
import { bank, edit, external, link, share, user, users } from '@plimsoll/ui/icons-screens';
import { assets, clock, deposit, market } from '@plimsoll/ui/icons-shell';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { MemberName, ResourceDetail, ResourceScreen, useWaitText, type Column } from '../../platform/resource/index.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { ProposalTag } from './proposal-tag.tsx';
import { useProposalWords } from './proposal-words.ts';

const LOOK_EVERY_MS = 4000;
const ICONS = {
  operators: users,
  settings,
  coins: assets,
  networks: link,
  markets: market,
  'option-terms': clock,
  corrections: edit,
  'house-postings': bank,
  scripts: external,
  recharges: deposit,
  members: user,
  webhooks: share,
} as const satisfies Record<ProposalItem['kind'], IconShape>;

/** All proposals. */
export default function ProposalsScreen() {
  const t = useTranslations('console-proposals');
  const { title, line } = useProposalWords();
  const waitText = useWaitText();
  const columns = useMemo(
    (): readonly Column<ProposalItem>[] => [
      {
        id: 'what',
        header: t('what'),
        wraps: true,
        cell: (proposal) => (
          <span className="flex items-start gap-3">
            <Icon of={ICONS[proposal.kind]} size={20} className="mt-0.5 shrink-0 text-ink-2" />
            <span className="min-w-0">
              <bdi className="block">{title(proposal)}</bdi>
              <bdi className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{line(proposal)}</bdi>
            </span>
          </span>
        ),
      },
      { id: 'by', header: t('by'), cell: ({ username }) => <MemberName name={username} /> },
      {
        id: 'waits',
        header: t('waits'),
        end: true,
        cell: ({ at, status }) =>
          status === RECORD_STATUS.pending ? (
            <span className="whitespace-nowrap text-ink-3">{waitText(at)}</span>
          ) : (
            <ProposalTag status={status} />
          ),
      },
    ],
    [t, title, line, waitText],
  );
  return (
    <ResourceScreen<ProposalItem>
      resource="proposals"
      path="proposals"
      label={t('title')}
      empty={t('none')}
      columns={columns}
      isRoomy="half"
      statuses={[
        { value: '1', label: t('open'), isCounted: true },
        { value: '2', label: t('done') },
        { value: '3', label: t('rejected') },
        { value: '', label: t('all') },
      ]}
      pollMs={LOOK_EVERY_MS}
      detail={(id) => (
        <ResourceDetail<ProposalItem> resource="proposals" id={id} pollMs={LOOK_EVERY_MS}>
          {(proposal) => <ProposalPanel key={proposal.id} proposal={proposal} />}
        </ResourceDetail>
      )}
    />
  );
}
