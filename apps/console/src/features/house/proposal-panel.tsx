import type { Correction, HousePosting } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { Figure, Icon } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { check } from '@plimsoll/ui/icons-shell';
import { useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';
import { Copyable, Decision, Moment, PanelHead } from '../../platform/resource/index.ts';
import { JournalLink } from '../ledger/index.ts';
import { secondApproval, type SecondApproval } from './four-eyes.ts';
import { ProposalState } from './proposal-state.tsx';

interface ProposalPanelProps {
  readonly resource: 'corrections' | 'house-postings';
  readonly record: Correction | HousePosting;
  /** The corrected or funded account, and the account on the other side. */
  readonly account: ReactNode;
  readonly against: ReactNode;
}

/** One posting that needs two operators, and the second approval. */
export function ProposalPanel({ resource, record, account, against }: ProposalPanelProps) {
  const t = useTranslations('console-house');
  const { canAccess } = useCanAccess({ resource, action: 'approve' });
  const me = useOperator();
  const number = t(resource === 'corrections' ? 'correction' : 'housePosting', { id: String(record.id) });
  const second = secondApproval(record, { id: Number(me?.id ?? 0), mayApprove: canAccess === true });
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={String(record.id)} name={number}>
              {number}
            </Copyable>{' '}
            <Moment at={record.addtime} />
          </>
        }
        state={<ProposalState status={record.status} />}
      >
        <Figure value={record.amount} dim={false} signed />{' '}
        <span className="text-15 font-medium text-ink-3">{record.coinName}</span>
      </PanelHead>
      <Signatures record={record} second={second} />
      {record.status !== RECORD_STATUS.refused && <Posting record={record} account={account} against={against} />}
      {record.status === RECORD_STATUS.pending && canAccess === true && (
        <Decide key={record.id} resource={resource} id={record.id} number={number} second={second} />
      )}
    </div>
  );
}

/** The proposer, and who decided or may decide. */
function Signatures({ record, second }: Pick<ProposalPanelProps, 'record'> & { readonly second: SecondApproval }) {
  const t = useTranslations('console-house');
  return (
    <ul className="grid gap-3 @min-[30rem]:grid-cols-2">
      <Signed head={t('proposedBy')} who={record.proposed.username} at={record.proposed.at} remark={record.remark} />
      {record.decided === null ? (
        <li className="sign sign-open">
          <span className="text-12 text-ink-3">{t('second')}</span>
          <span className="font-semibold">{t(`whose.${second}`)}</span>
          <span className="text-12 text-ink-2">{t(second === 'others' ? 'sameOperator' : 'twoNeeded')}</span>
        </li>
      ) : (
        <Signed
          head={t(record.status === RECORD_STATUS.refused ? 'refusedBy' : 'second')}
          who={record.decided.username}
          at={record.decided.at}
          remark={record.decided.remark}
          isGood={record.status === RECORD_STATUS.completed}
        />
      )}
    </ul>
  );
}

/** The transfer, and its journal once posted. */
function Posting({ record, account, against }: Omit<ProposalPanelProps, 'resource'>) {
  const t = useTranslations('console-house');
  const isTaken = record.amount.startsWith('-');
  return (
    <Pane className="py-3.5!">
      <p className="text-12 text-ink-3">
        {record.journal === null
          ? t('posting')
          : t.rich('postedAs', { journal: () => <JournalLink id={record.journal ?? 0} /> })}
      </p>
      <TableScroll label={t('posting')}>
        <DenseTable className="mt-1">
          <thead>
            <tr>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('to')}</th>
              <th scope="col" className="r">
                {record.coinName}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className="wrap">{isTaken ? account : against}</td>
              <td className="wrap">{isTaken ? against : account}</td>
              <td className="r">
                <Figure value={record.amount.replace('-', '')} places={8} />
              </td>
            </tr>
          </tbody>
        </DenseTable>
      </TableScroll>
    </Pane>
  );
}

function Signed({
  head,
  who,
  at,
  remark,
  isGood = true,
}: {
  readonly head: string;
  readonly who: string;
  readonly at: string;
  readonly remark: string;
  readonly isGood?: boolean;
}) {
  const t = useTranslations('console-house');
  return (
    <li className="sign">
      <span className="flex items-center justify-between text-12 text-ink-3">
        {head}
        {isGood && <Icon of={check} size={18} className="text-good" />}
      </span>
      <span className="font-semibold">{who}</span>
      <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">
        <Moment at={at} />
        {remark !== '' && (
          <>
            , <bdi>{t('quoted', { remark })}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

/** The second approval. The proposer can only withdraw the proposal. */
function Decide({
  resource,
  id,
  number,
  second,
}: {
  readonly resource: string;
  readonly id: number;
  readonly number: string;
  readonly second: SecondApproval;
}) {
  const t = useTranslations('console-house');
  return (
    <Decision
      resource={resource}
      id={id}
      words={{
        remark: t('remark'),
        why: t('why'),
        approve: t(second === 'yours' ? 'approve' : 'whose.others'),
        refuse: t(second === 'others' ? 'takeBack' : 'refuse'),
        busy: t('busy'),
      }}
      isRefusalOnly={second !== 'yours'}
      doneText={({ status }) => t(status === RECORD_STATUS.refused ? 'nowRefused' : 'nowPosted', { number })}
    />
  );
}
