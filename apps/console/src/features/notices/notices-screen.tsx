import type { NoticeItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  languageName,
  MemberLink,
  Moment,
  readersField,
  ResourceForm,
  ResourceScreen,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';

/** The readers of a notice for more than one. */
function WrittenFor({ lang }: { readonly lang: string }) {
  const t = useTranslations('console-site');
  return lang === '' ? t('notices.all') : <bdi>{t('notices.readersOf', { language: languageName(lang) })}</bdi>;
}

function useColumns() {
  const t = useTranslations('console-site');
  const { enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<NoticeItem>[] => [
      { id: 'title', header: t('title'), wraps: true, cell: ({ title }) => <bdi>{title}</bdi> },
      {
        id: 'whom',
        header: t('notices.whom'),
        cell: ({ member_id, username, lang }) =>
          member_id === null ? (
            <WrittenFor lang={lang} />
          ) : (
            <bdi className="inline-block max-w-48 truncate align-bottom" title={username}>
              {username}
            </bdi>
          ),
      },
      { id: 'at', header: t('notices.at'), cell: ({ addtime }) => <Moment at={addtime} /> },
      enabledColumn,
    ],
    [t, enabledColumn],
  );
}

function useFields() {
  const t = useTranslations('console-site');
  const { enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      {
        name: 'member_id',
        label: t('notices.whom'),
        kind: 'member',
        on: 'create',
        isOptional: 'left-out',
        help: t('notices.whomHelp'),
      },
      {
        ...readersField({ label: t('readers.label'), all: t('readers.all') }),
        on: 'create',
        help: t('notices.langHelp'),
        shownIf: ({ member_id }) => (member_id ?? '') === '',
      },
      { name: 'title', label: t('title'), kind: 'text' },
      { name: 'content', label: t('content'), kind: 'html' },
      { name: 'imgs', label: t('picture'), kind: 'image', isOptional: 'empty' },
      { ...enabledField, label: t('notices.shown'), help: t('notices.shownHelp') },
    ],
    [t, enabledField],
  );
}

/** Notices for all members, for one language, or for one member. */
export default function NoticesScreen() {
  const t = useTranslations('console-site');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<NoticeItem>
      resource="notices"
      path="notices"
      label={t('notices.label')}
      columns={columns}
      statuses={statuses}
      search={t('notices.search')}
      creates={t('notices.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<NoticeItem>
            resource="notices"
            id={id}
            path="notices"
            fields={fields}
            title={t('notices.one')}
            createTitle={t('notices.create')}
          >
            {({ member_id, username, lang }) => (
              <p className="mb-4 text-13 text-ink-2">
                {member_id === null
                  ? lang === ''
                    ? t('notices.forAll')
                    : t('notices.forReaders', { language: languageName(lang) })
                  : t.rich('notices.forOne', { member: () => <MemberLink id={member_id}>{username}</MemberLink> })}
              </p>
            )}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
