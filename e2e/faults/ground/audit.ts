import { runTool } from './run-tool.ts';

interface AuditVerdict {
  readonly isClean: boolean;
  readonly lastLine: string;
  readonly output: string;
}

/** Runs the audit as `npm run audit` does, with these variables. */
export async function audit(env: Readonly<Record<string, string>>): Promise<AuditVerdict> {
  const { status, output } = await runTool('audit.ts', [], env);
  return { isClean: status === 0, lastLine: output.split('\n').at(-1) ?? '', output };
}
