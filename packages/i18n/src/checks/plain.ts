import compile from 'icu-minify/compile';

/** Stands where a message takes a value: U+FFFC, the object replacement character. */
export const SLOT = '\u{FFFC}';
/** More sentences than this of one message are not looked at; a message with two choices of three has nine. */
const MAX_SENTENCES = 96;

type Slot = (name: string) => string;

const known = new Map<string, readonly string[]>();

/**
 * What readers can see of a message: one text for each combination of its choices, without markup, with
 * {@link SLOT} for each value. `{n, plural, one {# coin} other {# coins}}` is two texts. Throws on a message that is
 * not well-formed.
 */
export function sentencesOf(message: string): readonly string[] {
  const cached = known.get(message);
  if (cached) return cached;
  const sentences = sentencesWith(message, () => SLOT);
  known.set(message, sentences);
  return sentences;
}

/** {@link sentencesOf}, with a text of the caller's choice for each value; `#` is the value named `#`. */
export const sentencesWith = (message: string, slot: Slot): string[] => [
  ...new Set(render(compile(message), slot).slice(0, MAX_SENTENCES)),
];

function render(node: unknown, slot: Slot): string[] {
  if (typeof node === 'string') return [node];
  if (typeof node === 'number') return [slot('#')];
  if (!Array.isArray(node)) return [''];
  return node.map((part: unknown) => renderPart(part, slot)).reduce<string[]>(combine, ['']);
}

const combine = (starts: readonly string[], ends: readonly string[]): string[] =>
  starts.flatMap((start) => ends.map((end) => start + end)).slice(0, MAX_SENTENCES);

/** A value (`[name]`, `[name, format, style]`), a choice (`[name, kind, branches]`) or markup (`[name, ...children]`). */
function renderPart(part: unknown, slot: Slot): string[] {
  if (!Array.isArray(part)) return render(part, slot);
  const [first, kind, branches]: readonly unknown[] = part;
  const name = String(first);
  if (kind === undefined) return [slot(name)];
  if (typeof kind !== 'number' || kind === 0) {
    const inside = render(part.slice(1), slot);
    // Markup that a screen fills stands for a value.
    return inside.join('') === '' ? [slot(name)] : inside;
  }
  if (typeof branches !== 'object' || branches === null) return [slot(name)];
  return Object.values(branches).flatMap((branch: unknown) => render(branch, slot));
}
