import type { FriendItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  ResourceForm,
  ResourceScreen,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { Thumb } from './thumb.tsx';

function useColumns() {
  const t = useTranslations('console-site');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<FriendItem>[] => [
      {
        id: 'title',
        header: t('title'),
        cell: ({ title, img }) => (
          <span className="flex items-center gap-3">
            <Thumb src={img} shape="square" />
            <bdi>{title}</bdi>
          </span>
        ),
      },
      {
        id: 'url',
        header: t('friends.url'),
        wraps: true,
        cell: ({ url }) => <bdi className="break-all text-ink-2">{url}</bdi>,
      },
      placeColumn,
      enabledColumn,
    ],
    [t, placeColumn, enabledColumn],
  );
}

/** Partner sites. */
export default function FriendsScreen() {
  const t = useTranslations('console-site');
  const { statuses, enabledField, placeField } = useStanding();
  const columns = useColumns();
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { name: 'title', label: t('title'), kind: 'text' },
      { name: 'url', label: t('friends.url'), kind: 'text', help: t('friends.urlHelp') },
      { name: 'img', label: t('picture'), kind: 'image', isOptional: 'empty' },
      placeField,
      enabledField,
    ],
    [t, placeField, enabledField],
  );
  return (
    <ResourceScreen<FriendItem>
      resource="friends"
      path="friends"
      label={t('friends.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('title')}
      creates={t('friends.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<FriendItem>
            resource="friends"
            id={id}
            path="friends"
            fields={fields}
            title={t('friends.one')}
            createTitle={t('friends.create')}
          />
        </Pane>
      )}
    />
  );
}
