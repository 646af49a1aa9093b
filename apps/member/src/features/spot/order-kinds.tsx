import type { OrderKind } from '@plimsoll/contract';
import { Icon } from '@plimsoll/ui';
import { down, up } from '@plimsoll/ui/icons-screens';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { createStore, useStore } from '../../platform/store.ts';

const KINDS: readonly OrderKind[] = ['plain', 'ioc', 'fok', 'maker'];

/** Whether the kinds are shown: until the page is left, in all markets. */
const shown = createStore(false);

interface OrderKindsProps {
  readonly chosen: OrderKind;
  readonly onPick: (kind: OrderKind) => void;
}

function Choice({ kind, chosen, onPick, name }: OrderKindsProps & { readonly kind: OrderKind; readonly name: string }) {
  const t = useTranslations('spot.kind');
  const [title, text] = [`${name}-${kind}`, `${name}-${kind}-text`];
  return (
    <label className="relative flex min-h-11 cursor-pointer items-start gap-2.5 py-1.5 text-ink-2 has-checked:text-ink">
      <input
        type="radio"
        name={name}
        checked={kind === chosen}
        onChange={() => onPick(kind)}
        aria-labelledby={title}
        aria-describedby={text}
        className="mt-px size-4 flex-none appearance-none rounded-full edge-strong checked:edge-dot"
      />
      <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
        <span id={title} className="text-13/4.5 font-medium">
          {t(kind)}
        </span>
        <span id={text} className="text-12/4 text-ink-3">
          {t(`${kind}Text`)}
        </span>
      </span>
    </label>
  );
}

/** What becomes of a limit order that is not filled at once: folded away, but never a choice other than the usual. */
export function OrderKinds({ chosen, onPick }: OrderKindsProps) {
  const t = useTranslations('spot.kind');
  const isOpen = useStore(shown);
  const choices = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? choices : undefined}
        onClick={() => shown.set(!isOpen)}
        className="hit flex min-h-8 w-full flex-wrap items-center gap-x-1.5 text-start text-12 text-ink-3"
      >
        {t('more')}
        <Icon of={isOpen ? up : down} size={14} />
        {!isOpen && chosen !== 'plain' && <span className="font-medium text-ink">{t(chosen)}</span>}
      </button>
      {isOpen && (
        <fieldset id={choices} className="min-w-0">
          <legend className="sr">{t('title')}</legend>
          {KINDS.map((kind) => (
            <Choice key={kind} kind={kind} chosen={chosen} onPick={onPick} name={choices} />
          ))}
        </fieldset>
      )}
    </div>
  );
}
