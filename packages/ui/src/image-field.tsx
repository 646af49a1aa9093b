import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { camera } from './icons-screens.ts';
import { check, close, refresh, warn } from './icons-shell.ts';

/** What an image slot holds. `preview` is an address for an `<img>`, such as an object URL. */
export type ImageSlot =
  | { readonly state: 'empty' }
  | { readonly state: 'uploading'; readonly preview: string; readonly percent: number }
  | { readonly state: 'done'; readonly preview: string }
  | { readonly state: 'failed'; readonly preview: string };

export interface ImageFieldProps {
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly slot: ImageSlot;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly name?: string | undefined;
  /** A square of 160, or as wide as its place, shaped as a card or a square. */
  readonly shape?: 'preview' | 'card' | 'square';
  readonly onChoose: (file: File) => void;
  /** Removes the image; while it is being sent, cancels. */
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

const SHAPES = { preview: 'size-40', card: 'w-full aspect-[1.58]', square: 'w-full aspect-square' } as const;
/** The server checks the content; this only helps in choosing. */
const TYPES = 'image/jpeg,image/png,image/webp';

interface PictureProps extends Pick<ImageFieldProps, 'onRemove' | 'onRetry'> {
  readonly slot: Exclude<ImageSlot, { readonly state: 'empty' }>;
  readonly hasRoom: boolean;
}

function Picture({ slot, hasRoom, onRemove, onRetry }: PictureProps) {
  const t = useTranslations('app');
  return (
    <>
      <img
        src={slot.preview}
        alt={t('kit.image.chosen')}
        className={`size-full object-cover ${slot.state === 'done' ? '' : 'opacity-45'}`}
      />
      {slot.state === 'uploading' && <UnderWay percent={slot.percent} name={t('kit.image.uploading')} />}
      {slot.state === 'failed' && (
        <span className="absolute inset-x-2 bottom-2 grid">
          <Button kind="quiet" size="small" className="edge bg-raised!" onClick={onRetry}>
            {hasRoom && <Icon of={refresh} size={16} />}
            {t('kit.retry')}
          </Button>
        </span>
      )}
      <button
        type="button"
        aria-label={t(slot.state === 'uploading' ? 'kit.image.cancel' : 'kit.image.remove')}
        className="hit absolute end-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-[rgb(6_15_40/.78)] text-[#fff]"
        onClick={onRemove}
      >
        <Icon of={close} size={16} />
      </button>
    </>
  );
}

interface WordsProps extends Pick<ImageFieldProps, 'slot' | 'name' | 'error' | 'help'> {
  readonly noteId: string | undefined;
}

function Words({ slot, name, error, help, noteId }: WordsProps) {
  const t = useTranslations('app');
  const ink = { empty: '', uploading: 'text-ink-2', done: 'text-good', failed: 'text-danger' }[slot.state];
  return (
    <>
      {name !== undefined && slot.state !== 'empty' && (
        <p className="truncate text-14 font-medium" title={name}>
          <bdi>{name}</bdi>
        </p>
      )}
      <p role="status" className={slot.state === 'empty' ? 'sr' : `flex items-center gap-1 text-12 ${ink}`}>
        {slot.state === 'done' && <Icon of={check} size={16} />}
        {slot.state === 'failed' && <Icon of={warn} size={14} />}
        {slot.state !== 'empty' && t(`kit.image.${slot.state}`)}
      </p>
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
    </>
  );
}

/** The focus moves to the control that replaces the one used, as an image comes and goes. */
function useFocusKept(isEmpty: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (wasEmpty.current === isEmpty) return;
    wasEmpty.current = isEmpty;
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isEmpty]);
  return box;
}

/** One image to be sent: empty, uploading, done or failed. It holds no state. */
export function ImageField({
  label,
  aside,
  slot,
  error,
  help,
  name,
  shape = 'preview',
  onChoose,
  onRemove,
  onRetry,
}: ImageFieldProps) {
  const t = useTranslations('app');
  const id = useId();
  const isEmpty = slot.state === 'empty';
  const box = useFocusKept(isEmpty);
  const note = error === undefined && help === undefined ? undefined : `${id}-note`;
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note}
      // Beside others, the frames stand on one line whatever the labels' lines are.
      className="row-span-2 grid min-w-0 grid-rows-subgrid content-start gap-1.5"
    >
      <div className="flex justify-between gap-2 self-end text-13 text-ink-2">
        <span id={`${id}-label`}>{label}</span>
        {aside && <span className="text-ink-3">{aside}</span>}
      </div>
      {/* A preview has its words beside it; other shapes are as wide as their place. */}
      <div className={shape === 'preview' ? 'flex flex-wrap gap-x-3.5 gap-y-1.5' : 'grid content-start gap-1.5'}>
        <div
          ref={box}
          className={`relative flex-none overflow-hidden rounded-lg ${SHAPES[shape]} ${isEmpty ? '' : 'bg-surface'}`}
        >
          {slot.state === 'empty' ? (
            <Chooser
              labelledBy={`${id}-choose ${id}-label`}
              chooseId={`${id}-choose`}
              words={t('kit.image.choose')}
              isWrong={error !== undefined}
              note={note}
              onChoose={onChoose}
            />
          ) : (
            <Picture slot={slot} hasRoom={shape !== 'square'} onRemove={onRemove} onRetry={onRetry} />
          )}
        </div>
        <div className={`grid content-center gap-1 ${shape === 'preview' ? 'min-w-0 flex-[1_1_8rem]' : ''}`}>
          <Words slot={slot} name={name} error={error} help={help} noteId={note} />
        </div>
      </div>
    </div>
  );
}

interface ChooserProps {
  readonly labelledBy: string;
  readonly chooseId: string;
  readonly words: string;
  readonly isWrong: boolean;
  readonly note: string | undefined;
  readonly onChoose: (file: File) => void;
}

function Chooser({ labelledBy, chooseId, words, isWrong, note, onChoose }: ChooserProps) {
  const edge = isWrong ? 'border-danger bg-danger-tint' : 'border-line-strong';
  return (
    <label
      className={`grid size-full cursor-pointer place-content-center place-items-center gap-1.5 rounded-lg border-[1.5px] border-dashed p-1.5 text-center text-13/tight text-ink-2 [overflow-wrap:anywhere] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus ${edge}`}
    >
      <input
        type="file"
        accept={TYPES}
        className="sr"
        aria-labelledby={labelledBy}
        aria-invalid={isWrong || undefined}
        aria-describedby={note}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Choosing the same file again is a choice too.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Icon of={camera} duo />
      <span id={chooseId}>{words}</span>
    </label>
  );
}

function UnderWay({ percent, name }: { readonly percent: number; readonly name: string }) {
  return (
    <span
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-x-0 bottom-0 block h-1 bg-raised"
    >
      <span className="block h-full bg-water-fill" style={{ width: `${percent}%` }} />
    </span>
  );
}
