import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { evaluate, secondsOf, seriesOf } from './promql.ts';

/** The rules of this house. */
export const ALERT_RULES = fileURLToPath(new URL('../../../../docs/operating/alerts.yml', import.meta.url));

export interface Alert {
  readonly name: string;
  readonly expr: string;
  /** For how long it must hold. */
  readonly forS: number;
  readonly severity: string;
  readonly summary: string;
  /** The paragraph of docs/OPERATING.md, “When”, that says what to do. */
  readonly runbook: string | undefined;
}

/** Every alert of docs/operating/alerts.yml. */
export async function readAlerts(): Promise<Alert[]> {
  const [, ...written] = (await readFile(ALERT_RULES, 'utf8')).split(/^ +- alert: /m);
  return written.map((text) => {
    const [name = ''] = text.split('\n');
    const field = (of: string): string | undefined => new RegExp(String.raw`^ +${of}: (.+)$`, 'm').exec(text)?.[1];
    return {
      name,
      expr: field('expr') ?? '',
      forS: secondsOf(field('for') ?? '0s'),
      severity: /severity: (\w+)/.exec(text)?.[1] ?? '',
      summary: field('summary') ?? '',
      runbook: /^ +runbook: "OPERATING\.md: (.+)"$/m.exec(text)?.[1],
    };
  });
}

/** True when an alert's expression holds for these figures, without its `for`. Throws on what it cannot read. */
export async function fires(alert: string, figures: ReadonlyMap<string, number>): Promise<boolean> {
  const found = (await readAlerts()).find(({ name }) => name === alert);
  if (!found) throw new Error(`there is no alert ${alert}`);
  const series = [...figures].map(([written, value]) => seriesOf(written, [value]));
  return evaluate(found.expr, series, 0).length > 0;
}
