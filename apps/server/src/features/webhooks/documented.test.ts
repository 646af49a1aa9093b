import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

// The receivers of docs/WEBHOOKS.md, as they are written there, on the message that is written there.

const page = readFileSync(new URL('../../../../../docs/WEBHOOKS.md', import.meta.url), 'utf8');
const blockOf = (language: string): string => {
  const code = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1];
  if (code === undefined) throw new Error(`the page has no code in ${language}`);
  return code;
};
const [head = '', body = ''] = (/^```\n(webhook-id[^]*?)\n```$/m.exec(page)?.[1] ?? '').split('\n\n');
const headers = Object.fromEntries(head.split('\n').map((line) => line.split(': ')));
const secret = /signed with `(whsec_[^`]+)`/.exec(page)?.[1] ?? '';
const atS = Number(headers['webhook-timestamp']);

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Receiver {
  readonly language: string;
  readonly program: string;
  readonly file: string;
  /** Reads the secret, headers, body and time of its argument and prints 1 or 0. */
  readonly main: string;
}
const RECEIVERS: readonly Receiver[] = [
  {
    language: 'js',
    program: process.execPath,
    file: 'verify.mjs',
    main: `const [s, h, b, n] = JSON.parse(process.argv[2]); console.log(verify(s, h, b, n * 1000) ? 1 : 0);`,
  },
  {
    language: 'python',
    program: 'python3',
    file: 'verify.py',
    main: `import json, sys\ns, h, b, n = json.loads(sys.argv[1])\nprint(1 if verify(s, h, b.encode(), n) else 0)`,
  },
  {
    language: 'perl',
    program: 'perl',
    file: 'verify.pl',
    main: `use JSON::PP; my ($s, $h, $b, $n) = @{decode_json($ARGV[0])}; print verify($s, $h, $b, $n), "\\n";`,
  },
];

describe.each(RECEIVERS)('the receiver in $language', ({ language, program, file, main }) => {
  const path = join(folder, file);
  writeFileSync(path, `${blockOf(language)}\n${main}\n`);
  const isThere = spawnSync(program, ['--version']).status === 0;
  const verifies = (given: { secret?: string; headers?: object; body?: string; atS?: number }): boolean => {
    const all = { secret, body, atS, ...given };
    const asked = [all.secret, { ...headers, ...given.headers }, all.body, all.atS];
    return execFileSync(program, [path, JSON.stringify(asked)], { encoding: 'utf8' }).trim() === '1';
  };

  test.skipIf(!isThere)('verifies the message of the page, for five minutes', () => {
    expect(verifies({})).toBe(true);
    expect(verifies({ atS: atS + 300 })).toBe(true);
    expect(verifies({ atS: atS + 301 })).toBe(false);
    expect(verifies({ atS: atS - 301 })).toBe(false);
  });

  test.skipIf(!isThere)('refuses what was changed, and takes one fitting signature of several', () => {
    const signature = String(headers['webhook-signature']);
    const other = `v1,${'A'.repeat(43)}=`;
    expect(verifies({ body: body.replace('1048213', '1048214') })).toBe(false);
    expect(verifies({ headers: { 'webhook-id': 'msg_1002' } })).toBe(false);
    expect(verifies({ headers: { 'webhook-signature': other } })).toBe(false);
    expect(verifies({ headers: { 'webhook-signature': signature.replace('v1,', 'v2,') } })).toBe(false);
    expect(verifies({ headers: { 'webhook-signature': `${other} ${signature}` } })).toBe(true);
    expect(verifies({ secret: `whsec_${'A'.repeat(32)}` })).toBe(false);
  });
});
