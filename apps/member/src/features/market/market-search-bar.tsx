import { Field, Icon, IconButton, loneLinkClass } from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { close } from '@plimsoll/ui/icons-shell';
import { startTransition, useOptimistic, type RefObject } from 'react';
import { useTranslations } from 'use-intl';

interface MarketSearchBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is searched for; null while nobody searches. */
  readonly query: string | null;
  readonly onQuery: (query: string) => void;
  readonly onLeave: () => void;
}

/** What is typed is drawn at once, what is found for it as a transition. */
function useTyped(asked: string | null, onQuery: (query: string) => void, onLeave: () => void) {
  const [query, setQuery] = useOptimistic(asked);
  const ask = (next: string): void =>
    startTransition(() => {
      setQuery(next);
      onQuery(next);
    });
  const leave = (): void =>
    startTransition(() => {
      setQuery(null);
      onLeave();
    });
  return [query, ask, leave] as const;
}

/** The field over the markets; while it is in use it stays in view, with the way back beside it. */
export function MarketSearchBar({ field, query: asked, onQuery, onLeave }: MarketSearchBarProps) {
  const t = useTranslations('market');
  const [query, ask, leave] = useTyped(asked, onQuery, onLeave);
  const isSearching = query !== null;
  return (
    <search
      className={`flex items-center gap-3 bg-bg px-4 pb-2 pt-1 ${isSearching ? 'sticky top-0 z-(--z-header) pt-[calc(var(--safe-t)+8px)]' : ''}`}
    >
      <Field
        className="min-w-0 flex-1 [&_input::-webkit-search-cancel-button]:appearance-none"
        ref={field}
        label={t('search')}
        labelHidden
        type="search"
        placeholder={t('searchField')}
        value={query ?? ''}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onFocus={() => {
          if (query === null) ask('');
        }}
        onChange={(event) => ask(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The browser would empty the field itself, which reads as typing.
          event.preventDefault();
          leave();
        }}
        end={
          query ? (
            <IconButton
              mini
              label={t('clear')}
              className="-me-1.5 text-ink-3"
              onClick={() => {
                ask('');
                field.current?.focus();
              }}
            >
              <Icon of={close} size={20} />
            </IconButton>
          ) : (
            <Icon of={search} size={20} className="text-ink-3" />
          )
        }
      />
      {isSearching && (
        <button type="button" className={`${loneLinkClass} max-w-[40%] flex-none`} onClick={leave}>
          {t('cancel')}
        </button>
      )}
    </search>
  );
}
