import type { MemberDetail } from '@plimsoll/contract/operator';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { LANGUAGES } from '@plimsoll/i18n';
import { Count } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Copyable, filteredBy, MemberLink, Moment } from '../../platform/resource/index.ts';
import { IdentityState } from './states.tsx';

/** A member's profile. */
export function MemberProfile({ member }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const language = LANGUAGES.find(({ code }) => code === member.lang)?.name;
  return (
    <Pane title={t('profile')}>
      <dl className="grid gap-2.5 text-13">
        {member.email !== null && (
          <Row term={t('email')}>
            <Copyable value={member.email} name={t('email')} />
          </Row>
        )}
        {member.phone !== null && (
          <Row term={t('phone')}>
            <Copyable value={member.phone} name={t('phone')} />
          </Row>
        )}
        <Row term={t('identity')}>
          <Identity of={member} />
        </Row>
        <Row term={t('payment')}>{t(member.have_pay === 1 ? 'set' : 'notSet')}</Row>
        <Row term={t('factors.name')}>
          <Factors of={member.factors} />
        </Row>
        <Row term={t('language')}>{language ?? t('notChosen')}</Row>
        <Row term={t('code')}>
          <span className="mono">
            <Copyable value={member.invit} name={t('code')} />
          </span>
        </Row>
        <Row term={t('invited')}>
          <Count value={member.invited} />
        </Row>
        <Row term={t('invitedBy')}>
          {member.invited_by === null ? (
            t('nobody')
          ) : (
            <MemberLink id={member.invited_by}>
              {member.inviter ?? t('one', { id: String(member.invited_by) })}
            </MemberLink>
          )}
        </Row>
        <Row term={t('openSessions')}>
          <Count value={member.sessions} />
        </Row>
        <Row term={t('lastSeen')}>
          {member.last_seen === null ? t('notLoggedIn') : <Moment at={member.last_seen} />}
        </Row>
      </dl>
    </Pane>
  );
}

/** The identity's state, with a link to its applications. */
function Identity({ of: { id, rzstatus } }: { readonly of: MemberDetail }) {
  const t = useTranslations('console-members');
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <IdentityState status={rzstatus} />
      {rzstatus !== IDENTITY_STATUS.none && (
        <Link
          to={filteredBy('/identities', { member_id: id, status: '' })}
          className="inline-flex min-h-6 items-center text-water underline"
        >
          {t('applications')}
        </Link>
      )}
    </span>
  );
}

/** Which second factors are set. */
function Factors({ of: { totp, passkeys, recovery_left } }: { readonly of: MemberDetail['factors'] }) {
  const t = useTranslations('console-members.factors');
  if (totp === 0 && passkeys === 0) return t('none');
  return [
    ...(totp === 1 ? [t('totp')] : []),
    ...(passkeys > 0 ? [t('passkeys', { count: passkeys })] : []),
    t('recovery', { count: recovery_left }),
  ].join(' · ');
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-3">{term}</dt>
      <dd className="ms-auto min-w-0 text-end">{children}</dd>
    </div>
  );
}
