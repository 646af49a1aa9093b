import type { HousePosting } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
import { ChoiceField } from '@plimsoll/ui/console';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { MemberName, Moment, ResourceDetail, ResourceScreen, type Column } from '../../platform/resource/index.ts';
import { FUNDED_NAMES, useAccountWords } from '../ledger/index.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalState } from './proposal-state.tsx';

const LOOK_EVERY_MS = 4000;

function useColumns() {
  const t = useTranslations('console-house');
  const { houseTitle } = useAccountWords();
  return useMemo(
    (): readonly Column<HousePosting>[] => [
      { id: 'id', header: t('number'), cell: ({ id }) => <span className="n">{id}</span> },
      {
        id: 'at',
        spare: true,
        header: t('at'),
        cell: ({ addtime }) => (
          <span className="text-ink-2">
            <Moment at={addtime} />
          </span>
        ),
      },
      { id: 'account', header: t('account'), cell: ({ account }) => houseTitle(account) },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ amount }) => <Figure value={amount} places={8} signed />,
      },
      { id: 'coin', header: t('coin'), cell: ({ coinName }) => <span className="text-ink-3">{coinName}</span> },
      {
        id: 'by',
        spare: true,
        header: t('proposedBy'),
        cell: ({ proposed }) => <MemberName name={proposed.username} />,
      },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <ProposalState status={status} /> },
    ],
    [t, houseTitle],
  );
}

/** Postings between house accounts and `outside`. */
export default function HousePostingsScreen() {
  const t = useTranslations('console-house');
  const { house, houseTitle } = useAccountWords();
  const columns = useColumns();
  return (
    <ResourceScreen<HousePosting>
      resource="house-postings"
      path="house-postings"
      label={t('housePostings')}
      empty={t('noHousePostings')}
      columns={columns}
      creates={t('proposeHousePosting')}
      statuses={[
        { value: '', label: t('all') },
        { value: '1', label: t('waiting'), isCounted: true },
        { value: '2', label: t('posted') },
        { value: '3', label: t('refused') },
      ]}
      search={t('searchHousePostings')}
      pollMs={LOOK_EVERY_MS}
      detail={(id) =>
        id === 'create' ? (
          <Proposing />
        ) : (
          <ResourceDetail<HousePosting> resource="house-postings" id={id} pollMs={LOOK_EVERY_MS}>
            {(record) => (
              <ProposalPanel
                resource="house-postings"
                record={record}
                account={t('house', { name: house(record.account) })}
                against={houseTitle('outside')}
              />
            )}
          </ResourceDetail>
        )
      }
    />
  );
}

function Proposing() {
  const t = useTranslations('console-house');
  const { house, houseTitle } = useAccountWords();
  const [account, setAccount] = useState<(typeof FUNDED_NAMES)[number]>('rewards');
  return (
    <ProposalForm
      resource="house-postings"
      title={t('proposeHousePosting')}
      target={{ account }}
      lacking={{}}
      effect={(isTaken, amount) =>
        t(isTaken ? 'effectTake' : 'effectAdd', {
          amount,
          account: t('house', { name: house(account) }),
          against: house('outside'),
        })
      }
    >
      {(errors) => (
        <ChoiceField
          label={t('account')}
          options={FUNDED_NAMES.map((name) => ({ value: name, label: houseTitle(name) }))}
          value={account}
          error={errors['account']}
          onChange={(event) => setAccount(FUNDED_NAMES.find((name) => name === event.target.value) ?? account)}
        />
      )}
    </ProposalForm>
  );
}
