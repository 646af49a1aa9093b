import { readFile } from 'node:fs/promises';

const RULES = new URL('../../../../docs/operating/alerts.yml', import.meta.url);
/** `max by (market) (figure{label="value"}) > 60`, as far as the rules of this house write them. */
const CONDITION =
  /^(?:(?:max|min)(?: by \(\w+\))? ?\()?(?<name>\w+)(?:\{(?<labels>[^}]*)\})?\)? (?<op>>=|>|<) (?<limit>[\d.]+)$/;

/** The expression of an alert of docs/operating/alerts.yml; throws for an unknown name. */
async function alertExpression(alert: string): Promise<string> {
  const found = new RegExp(String.raw`- alert: ${alert}\n\s+expr: (.+)`).exec(await readFile(RULES, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`there is no alert ${alert}`);
  return found;
}

const HOLDS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
};

/** True when an alert's expression holds for any of the figures, without its `for`. Throws on what it cannot read. */
export async function fires(alert: string, figures: ReadonlyMap<string, number>): Promise<boolean> {
  const conditions = (await alertExpression(alert)).split(' and ').map((each) => {
    const { name = '', labels = '', op = '', limit = '' } = CONDITION.exec(each)?.groups ?? {};
    const holds = HOLDS[op];
    if (!holds) throw new Error(`${alert}: “${each}” cannot be read`);
    return [...figures].some(
      ([figure, value]) =>
        (figure === name || figure.startsWith(`${name}{`)) &&
        labels.split(',').every((label) => figure.includes(label)) &&
        holds(value, Number(limit)),
    );
  });
  return conditions.every(Boolean);
}
