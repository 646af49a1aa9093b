import type { ProposalItem } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { ESTABLISHED_AFTER_HOURS, RELATED_HOURS } from '@plimsoll/contract/codes/times';
import { Button, Field } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { CheckLine, Copyable, PanelHead, Moment, useAct, useNumberText } from '../../platform/resource/index.ts';
import { ProposalTag } from './proposal-tag.tsx';
import { useProposalWords } from './proposal-words.ts';

/** Whether the reader may decide, and why not. */
function MayDecide({ may }: Pick<ProposalItem, 'may'>) {
  const t = useTranslations('console-proposals');
  const numberText = useNumberText();
  return (
    <CheckLine passed={may === 'yours'}>
      {t(`may.${may}`, { hours: numberText(may === 'related' ? RELATED_HOURS : ESTABLISHED_AFTER_HOURS) })}
    </CheckLine>
  );
}

/** One proposal: current and proposed values, and the decision. */
export function ProposalPanel({ proposal }: { readonly proposal: ProposalItem }) {
  const t = useTranslations('console-proposals');
  const { title } = useProposalWords();
  const { canAccess } = useCanAccess({ resource: 'proposals', action: 'approve' });
  const { id, at, username, remark, decided, status } = proposal;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={String(id)} name={t('number', { id: String(id) })}>
              {t('number', { id: String(id) })}
            </Copyable>{' '}
            <Moment at={at} /> {t('proposedBy', { name: username })}
          </>
        }
        state={<ProposalTag status={status} />}
      >
        <bdi className="text-20">{title(proposal)}</bdi>
      </PanelHead>
      {remark !== '' && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{t('quoted', { remark })}</bdi>
        </p>
      )}
      <SideBySide proposal={proposal} />
      {proposal.kind === 'scripts' && (
        <p className="text-13">
          <Link to={`/scripts/${proposal.ref}`} className="font-medium text-water">
            {t('readScript')}
          </Link>
        </p>
      )}
      <Pane title={t('whoMay')}>
        <ul className="grid gap-2">
          {decided === null ? (
            <MayDecide may={proposal.may} />
          ) : (
            <CheckLine passed={status === RECORD_STATUS.completed}>
              <bdi>
                {t(status === RECORD_STATUS.completed ? 'approvedBy' : 'rejectedBy', { name: decided.username })}
              </bdi>{' '}
              <Moment at={decided.at} />
              {decided.remark !== '' && (
                <>
                  {' '}
                  <bdi>{t('quoted', { remark: decided.remark })}</bdi>
                </>
              )}
            </CheckLine>
          )}
          <li className="ps-6.5 text-13 text-ink-3 [overflow-wrap:anywhere]">{t('proposer', { name: username })}</li>
        </ul>
      </Pane>
      {status === RECORD_STATUS.pending && canAccess === true && <Decision proposal={proposal} />}
    </div>
  );
}

/** Current and proposed values; differences are marked. */
function SideBySide({ proposal }: { readonly proposal: ProposalItem }) {
  const t = useTranslations('console-proposals');
  const { changesOf } = useProposalWords();
  return (
    <Pane className="py-3!">
      <TableScroll label={t('what')}>
        <DenseTable>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('now')}</th>
              <th scope="col">{t('then')}</th>
            </tr>
          </thead>
          <tbody>
            {changesOf(proposal).map(({ name, label, before, after, isOther }) => (
              <tr key={name}>
                <th scope="row" className="wrap text-start font-normal text-ink-2">
                  {label}
                </th>
                <td className="wrap text-ink-3 [overflow-wrap:anywhere]">
                  <bdi>{before}</bdi>
                </td>
                <td className={`wrap [overflow-wrap:anywhere] ${isOther ? 'font-semibold text-ink' : 'text-ink-3'}`}>
                  <bdi>{after}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </DenseTable>
      </TableScroll>
    </Pane>
  );
}

/** Approves or refuses another's proposal; the proposer can only withdraw it. */
function Decision({ proposal: { id, username, may } }: { readonly proposal: ProposalItem }) {
  const t = useTranslations('console-proposals');
  const notify = useNotify();
  const [remark, setRemark] = useState('');
  const act = useAct({
    onDone: ({ data }) =>
      notify(t(data['status'] === 2 ? 'nowDone' : 'nowRejected', { number: t('number', { id: String(id) }) }), {
        type: 'success',
      }),
  });
  const decide = (action: 'approve' | 'reject') =>
    act.mutate({ resource: 'proposals', id, action, body: { remark: remark.trim() } });
  const isBusy = (action: string) => act.isPending && act.variables.action === action;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field
        label={t('reason')}
        placeholder={t('reasonHelp', { name: username })}
        dir="auto"
        maxLength={255}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="line"
          className="flex-1"
          busy={isBusy('reject')}
          busyText={t('busy')}
          disabled={isBusy('approve')}
          onClick={() => decide('reject')}
        >
          {t(may === 'proposed' ? 'takeBack' : 'reject')}
        </Button>
        <Button
          className="flex-[1.4]"
          busy={isBusy('approve')}
          busyText={t('busy')}
          disabled={may !== 'yours' || isBusy('reject')}
          onClick={() => decide('approve')}
        >
          {t('approve')}
        </Button>
      </div>
      <p className="text-12 text-ink-3">{t('fresh')}</p>
    </div>
  );
}
