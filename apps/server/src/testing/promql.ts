// As much of PromQL as docs/operating/alerts.yml uses, evaluated over samples that a test writes down.

type Labels = Readonly<Record<string, string>>;
/** Samples of one figure, by their labels; one every {@link STEP_S}, undefined where it is missing. */
export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly values: readonly (number | undefined)[];
}
interface Element {
  readonly labels: Labels;
  readonly value: number;
}
type Value = readonly Element[] | number;

/** Seconds between samples, and between evaluations. */
export const STEP_S = 15;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)(?![\dsmhd])|(?<word>[A-Za-z_]\w*)|(?<text>"[^"]*")|\[(?<range>\d+[smhd])\]|(?<sign>!=|==|>=|<=|=~|[-+/*><(){},=]))/y;

/** Seconds of `5m`. */
export const secondsOf = (text: string): number => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? Number.NaN);

/** The series of `name{label="value"}`. */
export function seriesOf(written: string, values: readonly (number | undefined)[]): Series {
  const [, name = '', inside = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(written) ?? [];
  const labels = Object.fromEntries(
    [...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
  );
  return { name, labels, values };
}

type Kind = 'number' | 'word' | 'text' | 'range' | 'sign';
interface Token {
  readonly kind: Kind;
  readonly text: string;
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const groups = TOKEN.exec(expression)?.groups;
    if (!groups) throw new Error(`“${expression}” cannot be read`);
    for (const kind of ['number', 'word', 'text', 'range', 'sign'] as const)
      if (groups[kind] !== undefined) tokens.push({ kind, text: groups[kind] });
  }
  return tokens;
}

const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const listOf = (value: Value): readonly Element[] => (typeof value === 'number' ? [{ labels: {}, value }] : value);

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '-': (a, b) => a - b,
  '+': (a, b) => a + b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};
const SETS = new Set(['and', 'or', 'unless']);
const AGGREGATIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((sum, each) => sum + each, 0),
};

/** Increases of a counter that may begin again. */
const grown = (values: readonly number[]): number =>
  values.slice(1).reduce((sum, value, at) => sum + (value >= (values[at] ?? 0) ? value - (values[at] ?? 0) : value), 0);
/** Over the samples of the window; extrapolated to its whole length, as Prometheus does. */
const RANGES: Readonly<Record<string, (values: readonly number[], seconds: number) => number>> = {
  rate: (values) => grown(values) / ((values.length - 1) * STEP_S),
  increase: (values, seconds) => (grown(values) / ((values.length - 1) * STEP_S)) * seconds,
  avg_over_time: (values) => values.reduce((sum, each) => sum + each, 0) / values.length,
  max_over_time: (values) => Math.max(...values),
  changes: (values) => values.slice(1).filter((value, at) => value !== values[at]).length,
};

/** Reads and evaluates in one pass, by precedence: `or`, then `and` and `unless`, comparisons, sums, products. */
class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #series: readonly Series[];
  readonly #step: number;
  #at = 0;

  constructor(expression: string, series: readonly Series[], step: number) {
    this.#tokens = tokensOf(expression);
    this.#series = series;
    this.#step = step;
  }

  value(): Value {
    const value = this.#binary(0);
    if (this.#at < this.#tokens.length) throw new Error(`unexpected “${this.#tokens[this.#at]?.text}”`);
    return value;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  #take(text?: string): string {
    const token = this.#tokens[this.#at];
    if (!token || (text !== undefined && token.text !== text))
      throw new Error(`expected “${text}”, not “${token?.text}”`);
    this.#at += 1;
    return token.text;
  }

  #binary(level: number): Value {
    const signs = [['or'], ['and', 'unless'], Object.keys(COMPARISONS), ['-', '+'], ['/', '*']][level];
    if (!signs) return this.#operand();
    let left = this.#binary(level + 1);
    while (signs.includes(this.#peek() ?? '')) {
      const sign = this.#take();
      const on = this.#peek() === 'on' ? this.#onLabels() : undefined;
      left = combine(sign, left, this.#binary(level + 1), on);
    }
    return left;
  }

  #onLabels(): readonly string[] {
    this.#take('on');
    return this.#names();
  }

  #names(): readonly string[] {
    const names: string[] = [];
    this.#take('(');
    while (this.#peek() !== ')') if (this.#take() !== ',') names.push(this.#tokens[this.#at - 1]?.text ?? '');
    this.#take(')');
    return names;
  }

  #operand(): Value {
    const token = this.#tokens[this.#at];
    if (token?.kind === 'number') return Number(this.#take());
    if (token?.text === '(') {
      this.#take('(');
      const value = this.#binary(0);
      this.#take(')');
      return value;
    }
    const word = this.#take();
    const aggregate = AGGREGATIONS[word];
    if (aggregate) return this.#aggregation(aggregate);
    if (RANGES[word]) return this.#inParentheses(() => this.#range(word));
    if (word === 'scalar') return this.#inParentheses(() => listOf(this.#binary(0))[0]?.value ?? Number.NaN);
    if (word === 'absent')
      return this.#inParentheses(() => (listOf(this.#binary(0)).length === 0 ? [{ labels: {}, value: 1 }] : []));
    if (word === 'histogram_quantile')
      return this.#inParentheses(() => {
        const quantile = Number(this.#take());
        this.#take(',');
        return quantileOf(quantile, listOf(this.#binary(0)));
      });
    return this.#selected(word).flatMap(({ labels, values }) => {
      // The last sample of five minutes.
      const value = values.slice(Math.max(0, this.#step - 19), this.#step + 1).findLast((each) => each !== undefined);
      return value === undefined ? [] : [{ labels, value }];
    });
  }

  #inParentheses(read: () => Value): Value {
    this.#take('(');
    const value = read();
    this.#take(')');
    return value;
  }

  #aggregation(aggregate: (values: readonly number[]) => number): Value {
    let by: readonly string[] = [];
    if (this.#peek() === 'by') {
      this.#take('by');
      by = this.#names();
    }
    const groups = Map.groupBy(listOf(this.#inParentheses(() => this.#binary(0))), ({ labels }) =>
      keyOf(only(labels, by)),
    );
    return [...groups.values()].map((elements) => ({
      labels: only(elements[0]?.labels ?? {}, by),
      value: aggregate(elements.map(({ value }) => value)),
    }));
  }

  #selected(name: string): readonly Series[] {
    const wanted: ((labels: Labels) => boolean)[] = [];
    if (this.#peek() === '{') {
      this.#take('{');
      while (this.#peek() !== '}') {
        const label = this.#take();
        const sign = this.#take();
        const text = this.#take().slice(1, -1);
        const matches = sign === '=~' ? (value: string) => new RegExp(`^(?:${text})$`).test(value) : undefined;
        wanted.push(({ [label]: value = '' }) => matches?.(value) ?? (value === text) === (sign === '='));
        if (this.#peek() === ',') this.#take();
      }
      this.#take('}');
    }
    return this.#series.filter((each) => each.name === name && wanted.every((holds) => holds(each.labels)));
  }

  #range(word: string): Value {
    const selected = this.#selected(this.#take());
    const seconds = secondsOf(this.#take());
    const over = RANGES[word];
    return selected.flatMap(({ labels, values }) => {
      const known = values
        .slice(Math.max(0, this.#step - seconds / STEP_S), this.#step + 1)
        .filter((each) => each !== undefined);
      return known.length < 2 || !over ? [] : [{ labels, value: over(known, seconds) }];
    });
  }
}

const only = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));

function combine(sign: string, left: Value, right: Value, on?: readonly string[]): Value {
  const key = (labels: Labels): string => keyOf(on ? only(labels, on) : labels);
  if (SETS.has(sign)) {
    const [ours, theirs] = [listOf(left), listOf(right)];
    const has = new Set((sign === 'or' ? ours : theirs).map(({ labels }) => key(labels)));
    if (sign === 'or') return [...ours, ...theirs.filter(({ labels }) => !has.has(key(labels)))];
    return ours.filter(({ labels }) => has.has(key(labels)) === (sign === 'and'));
  }
  const pairs = pairsOf(left, right, key);
  const holds = COMPARISONS[sign];
  if (holds) return pairs.filter(([a, b]) => holds(a.value, b)).map(([a]) => a);
  const calculate = ARITHMETIC[sign];
  if (!calculate) throw new Error(`“${sign}” is not known`);
  if (typeof left === 'number' && typeof right === 'number') return calculate(left, right);
  return pairs.map(([{ labels, value }, b]) => ({ labels, value: calculate(value, b) }));
}

function pairsOf(left: Value, right: Value, key: (labels: Labels) => string): (readonly [Element, number])[] {
  if (typeof right === 'number') return listOf(left).map((each) => [each, right] as const);
  const theirs = new Map(right.map(({ labels, value }) => [key(labels), value]));
  return listOf(left).flatMap((each) => {
    const other = theirs.get(key(each.labels));
    return other === undefined ? [] : [[each, other] as const];
  });
}

/** Of one histogram, its bounds in ascending order. */
function quantileOf(quantile: number, buckets: readonly Element[]): Value {
  const ordered = buckets
    .map(({ labels, value }) => ({ end: Number((labels['le'] ?? '').replace('+Inf', 'Infinity')), value }))
    .toSorted((a, b) => a.end - b.end);
  const all = ordered.at(-1)?.value ?? 0;
  if (!(all > 0)) return [];
  const at = ordered.findIndex(({ value }) => value >= quantile * all);
  const bucket = ordered[at];
  const before = ordered[at - 1] ?? { end: 0, value: 0 };
  if (!bucket || bucket.end === Infinity) return [{ labels: {}, value: before.end }];
  const part = (quantile * all - before.value) / (bucket.value - before.value);
  return [{ labels: {}, value: before.end + (bucket.end - before.end) * part }];
}

/** The elements of an expression at a step. Throws Error on what it cannot read. */
export const evaluate = (expression: string, series: readonly Series[], step: number): readonly Element[] =>
  listOf(new Evaluation(expression, series, step).value());

/** Whether an alert fires at the last step: an element that was there for as long as `for` asks, without a gap. */
export function alertFires(
  { expr, forS }: { readonly expr: string; readonly forS: number },
  series: readonly Series[],
  steps: number,
): boolean {
  const since = new Map<string, number>();
  for (let step = 0; step <= steps; step += 1) {
    const present = new Set(evaluate(expr, series, step).map(({ labels }) => keyOf(labels)));
    for (const key of since.keys()) if (!present.has(key)) since.delete(key);
    for (const key of present) if (!since.has(key)) since.set(key, step);
  }
  return [...since.values()].some((began) => (steps - began) * STEP_S >= forS);
}
