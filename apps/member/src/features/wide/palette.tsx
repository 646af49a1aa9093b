import { Dialog } from '@base-ui/react/dialog';
import { Icon, useBackToClose } from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../platform/router.tsx';
import { KEY } from './key-names.ts';
import { useEntries, type Entry, type EntryGroup } from './use-entries.tsx';

/** Where a key leads in a list; undefined for other keys. From no entry (-1) it leads to one of the ends. */
function entryAfter(key: string, at: number, entries: readonly Entry[]): Entry | undefined {
  if (key === 'ArrowDown') return entries[at + 1] ?? entries[0];
  if (key === 'ArrowUp') return entries[at - 1] ?? entries.at(-1);
  return undefined;
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly domId: string;
  readonly isAt: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function EntryRow({ entry: { mark, text, end }, domId, isAt, onPoint, onOpen }: EntryRowProps) {
  useEffect(() => {
    // Also when entries come before it.
    if (isAt) document.getElementById(domId)?.scrollIntoView({ block: 'nearest' });
  }, [isAt, domId]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field, which keeps the focus
    <div
      id={domId}
      role="option"
      tabIndex={-1}
      aria-selected={isAt}
      onPointerMove={onPoint}
      onClick={onOpen}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 border-s-2 border-transparent px-5 py-1 text-14 aria-selected:border-water-fill aria-selected:bg-water-tint"
    >
      <span className="grid w-6 flex-none place-items-center">{mark}</span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
      {end && <span className="ms-auto flex flex-wrap items-center gap-x-3">{end}</span>}
    </div>
  );
}

interface EntryListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly at: string | undefined;
  readonly onPoint: (entry: Entry) => void;
  readonly onOpen: (entry: Entry) => void;
}

function EntryList({ id, groups, at, onPoint, onOpen }: EntryListProps) {
  const t = useTranslations('wide');
  const assets = useTranslations('assets');
  const market = useTranslations('market');
  const titles: Readonly<Record<EntryGroup['key'], string>> = {
    markets: market('list'),
    actions: assets('actions.label'),
    coins: assets('coins.title'),
    screens: t('screens'),
  };
  const flat = groups.flatMap(({ entries }) => entries);
  return (
    <div id={id} role="listbox" aria-label={t('find')} className="min-h-0 flex-1 overflow-y-auto pb-2">
      {groups.map(({ key, entries }) => (
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <p id={`${id}-${key}`} className="px-5 pb-1 pt-3 text-12 text-ink-3">
            {titles[key]}
          </p>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              domId={`${id}-${flat.indexOf(entry)}`}
              isAt={entry.id === at}
              onPoint={() => onPoint(entry)}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Keys() {
  const t = useTranslations('wide');
  const kit = useTranslations('app.kit');
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t px-5 py-2.5 text-12 text-ink-3">
      <span>
        <kbd className="kbd">{KEY.up}</kbd> <kbd className="kbd">{KEY.down}</kbd> {t('choose')}
      </span>
      <span>
        <kbd className="kbd">{KEY.enter}</kbd> {t('open')}
      </span>
      <span>
        <kbd className="kbd">{KEY.escape}</kbd> {kit('close')}
      </span>
    </p>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('wide');
  const id = useId();
  const [typed, setTyped] = useState('');
  /** The highlighted entry by its id: what comes or goes around it leaves it the one that Enter opens. */
  const [at, setAt] = useState<string>();
  const groups = useEntries(typed);
  const flat = groups.flatMap(({ entries }) => entries);
  // The first of what was found, chosen once for what is typed.
  if (at === undefined && flat[0]) setAt(flat[0].id);
  const chosen = flat.findIndex((entry) => entry.id === at);
  const open = ({ to }: Entry) => {
    onClose();
    // Takes the place of the palette's own step in the history.
    navigate(to, { replace: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = entryAfter(event.key, chosen, flat);
    const entry = flat[chosen];
    if (next) setAt(next.id);
    else if (event.key === 'Enter' && entry) open(entry);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex min-h-15 items-center gap-3 border-b px-5">
        <Icon of={search} size={22} />
        <input
          type="text"
          role="combobox"
          aria-expanded={flat.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-label={t('find')}
          placeholder={t('find')}
          value={typed}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 text-start text-17 outline-0 placeholder:text-ink-3"
        />
      </div>
      <EntryList id={id} groups={groups} at={at} onPoint={(entry) => setAt(entry.id)} onOpen={open} />
      {flat.length === 0 && (
        <p role="status" className="px-5 pb-6 pt-4 text-14 text-ink-2 [overflow-wrap:anywhere]">
          {t('none', { text: typed })}
        </p>
      )}
      <Keys />
    </>
  );
}

/** Markets, screens and own coins, found by typing: a field with a list that the arrows move through. */
export default function Palette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('wide');
  useBackToClose(open, onClose);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="fixed inset-0 z-(--z-dialog) grid justify-items-center p-4 pt-[min(96px,12dvh)]">
          <Dialog.Popup
            aria-label={t('find')}
            className="pop on-sheet flex max-h-[min(36rem,100%)] w-full max-w-155 flex-col self-start overflow-hidden rounded-xl bg-surface lift outline-0 in-data-[theme=day]:bg-bg"
          >
            <Finder onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
