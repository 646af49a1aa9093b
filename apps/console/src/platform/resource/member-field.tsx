import { Combobox } from '@base-ui/react/combobox';
import type { MemberItem } from '@plimsoll/contract/operator';
import { Icon } from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useGetList, useGetOne } from 'ra-core';
import { useDeferredValue, useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface MemberFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly disabled: boolean;
  readonly placeholder?: string;
  /** The member's id, or empty. */
  readonly value: string;
  readonly onChange: (id: number | '') => void;
}

const MAX = 8;
const BY_NAME = { field: 'username', order: 'ASC' } as const;

/** A member, found by id or username. */
export function MemberField(props: MemberFieldProps) {
  const { label, error, help } = props;
  const id = useId();
  const noteId = error !== undefined || help !== undefined ? `${id}-note` : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 text-ink-2">
        {label}
      </label>
      <MemberCombobox {...props} id={id} noteId={noteId} />
      {error !== undefined ? (
        <p id={noteId} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={noteId} className="text-12 text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  );
}

function MemberCombobox({
  error,
  disabled,
  placeholder,
  value,
  onChange,
  id,
  noteId,
}: MemberFieldProps & { readonly id: string; readonly noteId: string | undefined }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data: chosen } = useGetOne<MemberItem>('members', { id: Number(value) }, { enabled: value !== '' });
  const { data: found = [], isFetching } = useGetList<MemberItem>(
    'members',
    { pagination: { page: 1, perPage: MAX }, sort: BY_NAME, filter: q === '' ? {} : { q } },
    { enabled: !disabled },
  );
  return (
    <Combobox.Root<MemberItem>
      items={found}
      filter={null}
      disabled={disabled}
      value={value === '' ? null : (chosen ?? null)}
      isItemEqualToValue={(a, b) => a.id === b.id}
      itemToStringLabel={({ username }) => username}
      inputValue={typed}
      onInputValueChange={setTyped}
      onValueChange={(member) => onChange(member?.id ?? '')}
    >
      <div
        className="ctl flex min-h-12 items-center gap-2 rounded-md px-3.5"
        data-wrong={error === undefined ? undefined : ''}
      >
        <Icon of={search} size={18} className="text-ink-3" />
        <Combobox.Input
          id={id}
          dir="auto"
          placeholder={placeholder}
          className="h-11.5 w-full min-w-0 flex-1 disabled:text-ink-3"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId}
        />
        {value !== '' && <Icon of={check} size={18} className="text-good" />}
      </div>
      <FoundMembers isEmpty={found.length === 0} isFetching={isFetching} />
    </Combobox.Root>
  );
}

function FoundMembers({ isEmpty, isFetching }: { readonly isEmpty: boolean; readonly isFetching: boolean }) {
  const t = useTranslations('console');
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={6} className="z-(--z-sheet)">
        <Combobox.Popup className="menu-pop lift w-(--anchor-width)">
          <Combobox.Empty>
            <p className="px-2.5 py-2 text-13 text-ink-3 empty:hidden">
              {isEmpty ? t(isFetching ? 'loading' : 'member.none') : null}
            </p>
          </Combobox.Empty>
          <Combobox.List>
            {(member: MemberItem) => (
              <Combobox.Item key={member.id} value={member} className="menu-item">
                <bdi className="min-w-0 flex-1 truncate">{member.username}</bdi>
                <span className="n text-12 text-ink-3">{member.id}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
