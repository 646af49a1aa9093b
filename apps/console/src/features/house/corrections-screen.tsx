import type { Correction, MemberDetail } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
import { ChoiceField } from '@plimsoll/ui/console';
import { useGetOne } from 'ra-core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { MemberField } from '../../platform/resource/member-field.tsx';
import {
  MemberLink,
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  type Column,
} from '../../platform/resource/index.ts';
import { useAccountWords } from '../ledger/index.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalState } from './proposal-state.tsx';

const LOOK_EVERY_MS = 4000;
const TYPES = [1, 2, 3] as const;

function useColumns() {
  const t = useTranslations('console-house');
  const { accountTitle } = useAccountWords();
  return useMemo(
    (): readonly Column<Correction>[] => [
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
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'account', spare: true, header: t('account'), cell: ({ type }) => accountTitle(type) },
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
    [t, accountTitle],
  );
}

/** Corrections of members' accounts: proposed by one operator, posted when another approves. */
export default function CorrectionsScreen() {
  const t = useTranslations('console-house');
  const { account, house } = useAccountWords();
  const columns = useColumns();
  return (
    <ResourceScreen<Correction>
      resource="corrections"
      path="corrections"
      label={t('corrections')}
      empty={t('noCorrections')}
      columns={columns}
      creates={t('proposeCorrection')}
      statuses={[
        { value: '', label: t('all') },
        { value: '1', label: t('waiting'), isCounted: true },
        { value: '2', label: t('posted') },
        { value: '3', label: t('refused') },
      ]}
      search={t('searchCorrections')}
      pollMs={LOOK_EVERY_MS}
      detail={(id) =>
        id === 'create' ? (
          <Proposing />
        ) : (
          <ResourceDetail<Correction> resource="corrections" id={id} pollMs={LOOK_EVERY_MS}>
            {(record) => (
              <ProposalPanel
                resource="corrections"
                record={record}
                account={
                  <>
                    <MemberLink id={record.member_id}>{record.username}</MemberLink>, {account(record.type)}
                  </>
                }
                against={t('house', { name: house('rewards') })}
              />
            )}
          </ResourceDetail>
        )
      }
    />
  );
}

/** A new one; links prefill it (`?member=7&type=1&coin=1`). */
function Proposing() {
  const t = useTranslations('console-house');
  const { account, accountTitle, house } = useAccountWords();
  const [address] = useSearchParams();
  const [memberId, setMemberId] = useState(address.get('member') ?? '');
  const [type, setType] = useState(address.get('type') ?? '1');
  const { data: member } = useGetOne<MemberDetail>(
    'members',
    { id: Number(memberId) },
    { enabled: memberId !== '', retry: false },
  );
  const name = TYPES.find((each) => String(each) === type) ?? 1;
  return (
    <ProposalForm
      resource="corrections"
      title={t('proposeCorrection')}
      target={memberId === '' ? undefined : { member_id: Number(memberId), type }}
      lacking={memberId === '' ? { member_id: t('noMember') } : {}}
      coin={address.get('coin') ?? ''}
      effect={(isTaken, amount) =>
        member &&
        t(isTaken ? 'effectTake' : 'effectAdd', {
          amount,
          account: `${member.username}, ${account(name)}`,
          against: t('house', { name: house('rewards') }),
        })
      }
    >
      {(errors) => (
        <div className="grid items-start gap-4 @min-[30rem]:grid-cols-[minmax(0,1fr)_10rem]">
          <MemberField
            label={t('member')}
            placeholder={t('memberHelp')}
            help={member && t('memberIs', { name: member.username, id: String(member.id) })}
            disabled={false}
            error={errors['member_id']}
            value={memberId}
            onChange={(id) => setMemberId(String(id))}
          />
          <ChoiceField
            label={t('account')}
            options={TYPES.map((each) => ({ value: String(each), label: accountTitle(each) }))}
            value={type}
            error={errors['type']}
            onChange={(event) => setType(event.target.value)}
          />
        </div>
      )}
    </ProposalForm>
  );
}
