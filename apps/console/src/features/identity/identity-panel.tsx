import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useCanAccess, useNotify } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';
import {
  Decision,
  DecisionOrOutcome,
  Fact,
  MemberLink,
  Moment,
  OutcomePane,
  RowsTable,
  useMomentText,
  type Column,
} from '../../platform/resource/index.ts';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { IdentityChecks, IdentityImages, IdentityTag } from './identity-parts.tsx';
import { identityNumber } from './numbers.ts';

/** Shows a toast when another operator decides the open record. */
function useOthersDecisions({ status, decided }: IdentityForOperator): void {
  const t = useTranslations('console-identity');
  const notify = useNotify();
  const me = useOperator();
  const before = useRef(status);
  useEffect(() => {
    const was = before.current;
    before.current = status;
    if (was === IDENTITY_STATUS.review && decided && me && decided.by !== me.id)
      notify(t('byOther', { name: decided.username }), { type: 'warning' });
  }, [status, decided, me, notify, t]);
}

/** One application: name, card, checks, decision, and earlier applications. */
export function IdentityPanel({ application }: { readonly application: IdentityForOperator }) {
  const t = useTranslations('console-identity');
  const momentText = useMomentText();
  const { canAccess } = useCanAccess({ resource: 'identities', action: 'approve' });
  useOthersDecisions(application);
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="text-13 text-ink-3">
            {t('applied', { number: identityNumber(application.id), at: momentText(application.addtime) })}
          </p>
          <p className="mt-1 text-28 font-semibold [overflow-wrap:anywhere]">
            <bdi>{application.real_name}</bdi>
          </p>
        </div>
        <IdentityTag status={application.status} />
      </header>
      <IdentityImages application={application} />
      <div className="grid gap-4 @min-[30rem]:grid-cols-2">
        <Pane title={t('claim')} className="self-start">
          <dl className="grid gap-3 text-13">
            <Fact term={t('name')}>
              <bdi className="font-semibold">{application.real_name}</bdi>
            </Fact>
            <Fact term={t('member')}>
              <MemberLink id={application.member_id}>{application.username}</MemberLink>
            </Fact>
          </dl>
        </Pane>
        <Pane title={t('checks')} className="self-start">
          <IdentityChecks application={application} />
        </Pane>
      </div>
      <DecisionOrOutcome
        isOpen={application.status === IDENTITY_STATUS.review}
        mayDecide={canAccess}
        roleTooLow={t('roleTooLow')}
        decision={<Certify key={application.id} id={application.id} />}
        outcome={<Outcome application={application} />}
      />
      <Others application={application} />
    </div>
  );
}

/** Certifies, or refuses with words for the member. */
function Certify({ id }: { readonly id: number }) {
  const t = useTranslations('console-identity');
  const number = identityNumber(id);
  return (
    <Decision
      resource="identities"
      id={id}
      words={{
        remark: t('remark'),
        remarkAside: t('remarkAside'),
        why: t('why'),
        approve: t('certify'),
        refuse: t('refuse'),
        busy: t('busy'),
      }}
      doneText={(data) => t(data['status'] === IDENTITY_STATUS.refused ? 'rejected' : 'certified', { number })}
    />
  );
}

/** The decision, by whom, and the words. */
function Outcome({ application: { status, decided, remark } }: { readonly application: IdentityForOperator }) {
  const t = useTranslations('console-identity.outcome');
  if (decided === null) return null;
  const isRefused = status === IDENTITY_STATUS.refused;
  return (
    <OutcomePane
      title={t('title')}
      at={decided.at}
      text={t(isRefused ? 'refused' : 'certified', { name: decided.username })}
      remark={remark === '' ? undefined : t(isRefused ? 'sent' : 'noted', { remark })}
    />
  );
}

type Other = IdentityForOperator['other_applications'][number];

function Others({ application: { username, other_applications } }: { readonly application: IdentityForOperator }) {
  const t = useTranslations('console-identity');
  const columns = useMemo(
    (): readonly Column<Other>[] => [
      {
        id: 'number',
        header: t('number'),
        cell: ({ id }) => (
          <Link to={`/identities/${id}`} className="n text-water underline">
            {identityNumber(id)}
          </Link>
        ),
      },
      { id: 'name', header: t('name'), cell: ({ real_name }) => <bdi>{real_name}</bdi>, wraps: true },
      {
        id: 'state',
        header: t('stateHead'),
        cell: ({ status, updatetime }) => (
          <span className="inline-flex flex-wrap items-center gap-2">
            <IdentityTag status={status} />
            <span className="text-ink-3">
              <Moment at={updatetime} />
            </span>
          </span>
        ),
      },
      {
        id: 'remark',
        header: t('remarkHead'),
        cell: ({ remark }) => (
          <span className="text-ink-2" dir="auto">
            {remark}
          </span>
        ),
        wraps: true,
      },
    ],
    [t],
  );
  const title = t('others', { name: username });
  return (
    <Pane title={title}>
      {other_applications.length === 0 ? (
        <p className="text-ink-3">{t('noOthers')}</p>
      ) : (
        <RowsTable label={title} columns={columns} rows={other_applications} isCompact />
      )}
    </Pane>
  );
}
