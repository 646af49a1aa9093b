import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { Tag, type IconShape, type TagKind } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { CheckLine, MemberLink, ShownImage, useMomentText } from '../../platform/resource/index.ts';
import { identityNumber } from './numbers.ts';

type Status = IdentityForOperator['status'];

const TAGS: Readonly<Record<Status, readonly [TagKind, IconShape, 'waiting' | 'certified' | 'refused']>> = {
  1: ['wait', clock, 'waiting'],
  2: ['ok', check, 'certified'],
  3: ['bad', close, 'refused'],
};

/** An application's status as a tag. */
export function IdentityTag({ status }: { readonly status: Status }) {
  const t = useTranslations('console-identity.state');
  const [kind, icon, key] = TAGS[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}

const IMAGES = ['front_card', 'back_card'] as const;

/** Both sides of the card; only for reviewers. */
export function IdentityImages({ application }: { readonly application: IdentityForOperator }) {
  const t = useTranslations('console-identity.images');
  const number = identityNumber(application.id);
  if (application.front_card === null)
    return <p className="rounded-lg bg-surface p-5 text-13 text-ink-2">{t('forReviewers')}</p>;
  return (
    <section aria-label={t('label')} className="grid gap-2">
      <ul className="grid items-start gap-3 @min-[30rem]:grid-cols-2">
        {IMAGES.map((name) => {
          const [what, link] = [t(name), application[name]];
          return (
            <li key={name} className="grid min-w-0 content-start gap-1.5">
              {link !== null && (
                <ShownImage
                  src={link}
                  alt={t('alt', { what, number })}
                  label={what}
                  zoomIn={t('zoomIn', { what })}
                  zoomOut={t('zoomOut', { what })}
                  failed={t('failed')}
                  fit="aspect-[1.58]"
                />
              )}
              <span className="text-12 text-ink-3">{what}</span>
            </li>
          );
        })}
      </ul>
      <p className="text-12 text-ink-3">{t('logged')}</p>
    </section>
  );
}

/** The checks of an application, as of now. */
export function IdentityChecks({ application: { checks, seen_with } }: { readonly application: IdentityForOperator }) {
  const t = useTranslations('console-identity');
  const momentText = useMomentText();
  return (
    <ul aria-label={t('checks')} className="grid gap-2">
      {checks.map(({ check: name, passed, at, remark }) => (
        <CheckLine key={name} passed={passed}>
          {t(`check.${name}${passed ? '' : 'Not'}`, { at: at === null ? '' : momentText(at, 'date'), remark })}
          {name === 'images_unseen' &&
            seen_with.map(({ member_id, username }) => (
              <span key={member_id} className="block">
                <MemberLink id={member_id}>{username}</MemberLink>
              </span>
            ))}
        </CheckLine>
      ))}
    </ul>
  );
}
