import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { price } from '@plimsoll/money';
import { entryLine, formatVerifierKey, type EntryType, type Receipt } from '@plimsoll/proof/log';
import { afterAll, describe, expect, test } from 'vitest';
import { CROOKED_FIGURES, CROOKED_RECEIPTS } from './verifiers/crooked-receipts.ts';
import { CROOKED_LIABILITIES, liabilities } from './verifiers/liabilities.ts';
import { checkpointOf, keyPair, LOG, receiptOf, WITNESS } from './verifiers/log.ts';
import { serve, type Served } from './verifiers/serve.ts';
import { chain, makeWorld, SEEN_AT_MS, START_MS, type Fraud, type ProofWorld } from './verifiers/world.ts';

// The verifiers of `verify/`, each in its own process, against a small world that is honest or crooked in one way.

const VERIFY = fileURLToPath(new URL('../verify/', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const VERIFIERS = [
  { name: 'verify.py', command: 'python3', file: join(VERIFY, 'verify.py'), isHere: hasPython },
  { name: 'verify.mjs', command: process.execPath, file: join(VERIFY, 'verify.mjs'), isHere: true },
];
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-verifiers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const VKEY = formatVerifierKey(LOG.key);
const KEYS = ['--vkey', VKEY, '--witness', formatVerifierKey(WITNESS.key)];

let files = 0;
function fileOf(content: unknown): string {
  const path = join(folder, `${(files += 1)}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

interface Ran {
  readonly code: number;
  /** The name of what is wrong; undefined when nothing is. */
  readonly wrong: string | undefined;
  readonly output: string;
}

const honest = makeWorld();
/** A mark as entries name it. */
const named = (place: number) => {
  const { seq, hash } = honest.marks[place] ?? {};
  return { seq, hash };
};

function servedOf({ entries, marks }: ProofWorld, changes: Partial<Served> = {}): Served {
  const lines = changes.lines ?? entries.map(({ line }) => line);
  return { lines, marks, vkey: VKEY, checkpoint: checkpointOf(lines, SEEN_AT_MS), ...changes };
}

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const APP: Readonly<Record<string, string>> = {
  '/assets/app-2.js': 'code',
  '/assets/words-ü.js': 'words',
  '/index.html': 'page',
};
const VERIFIER_HASHES = VERIFIERS.map(({ name, file }) => ({ name, hash: sha256(readFileSync(file)) })).toReversed();
const LIST = [
  ...Object.entries(APP).map(([path, text]) => `${sha256(text)}  ${path}\n`),
  ...VERIFIER_HASHES.map(({ name, hash }) => `${hash}  ${name}\n`),
].join('');
const buildLine = (list: string): string =>
  entryLine('build', new Date(SEEN_AT_MS).toISOString(), { list: sha256(list), verifiers: VERIFIER_HASHES });

interface BuildChanges {
  /** What is served as the list with this hash. */
  readonly list?: string;
  readonly hash?: string;
  /** Entries of builds. */
  readonly added?: readonly string[];
}

/** An honest log with an older build and the app's, served with these files. */
function buildServed(
  files: Readonly<Record<string, string>>,
  { list = LIST, hash = sha256(LIST), added = [buildLine('an older build'), buildLine(LIST)] }: BuildChanges,
): Served {
  const lines = [...honest.entries.map(({ line }) => line), ...added];
  const checkpoint = checkpointOf(lines, SEEN_AT_MS);
  return servedOf(honest, { lines, checkpoint, files: { ...files, [`/log/build/${hash}`]: list } });
}

describe.concurrent.each(VERIFIERS)('$name', ({ command, file, isHere }) => {
  const run = async (...args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(command, [file, ...args], (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, wrong: /^WRONG ([\w-]+)/m.exec(stdout)?.[1], output: stdout + stderr });
      });
    });
  const followed = async (served: Served, ...args: readonly string[]): Promise<Ran> => {
    const at = await serve(served);
    try {
      return await run('log', `${at.url}/log`, ...KEYS, ...args);
    } finally {
      at.close();
    }
  };
  const receipts = async (world: ProofWorld, wanted: (line: string) => boolean): Promise<Receipt[]> => {
    const checkpoint = checkpointOf(
      world.entries.map(({ line }) => line),
      SEEN_AT_MS,
    );
    const places = world.entries.flatMap(({ line }, at) => (wanted(line) ? [at] : []));
    return Promise.all(places.map(async (at) => receiptOf(world.entries, at, checkpoint)));
  };
  const checked = async (list: unknown, ...args: readonly string[]): Promise<Ran> =>
    run('receipt', fileOf(list), ...KEYS, ...args);
  const proven = async (proof: unknown, ...args: readonly string[]): Promise<Ran> =>
    run('liabilities', fileOf(proof), ...KEYS, ...args);
  const ofOption = (id: number) => (line: string) => line.includes(`"id":${id},`) && line.includes('"t":"option-');
  const ofFill = (line: string) => line.includes('"t":"fill"');

  test.skipIf(!isHere)('an honest log holds: every option settled again agrees', async () => {
    const { code, output } = await followed(servedOf(honest));
    expect(output).toContain('36 of 36 settled again, all agree; 0 wait, 0 still run');
    expect(code).toBe(0);
  });

  test.skipIf(!isHere).each([
    ['no next mark is waited for', { nextWithinMs: 1 }],
    ['a next mark is waited for long enough', { nextWithinMs: 9_000 }],
    ['a line is not waited for', { lineWithinMs: 1 }],
    ['an exit must be of the last second', { freshMs: 1_000 }],
  ])('the waits of the log’s settings decide: %s', async (_what, waits) => {
    const { code, output } = await followed(servedOf(makeWorld({ waits })));
    expect(output).toContain('36 of 36 settled again, all agree; 0 wait, 0 still run');
    expect(code).toBe(0);
  });

  test.skipIf(!isHere)('a log whose options still run holds', async () => {
    const lines = honest.entries.slice(0, 120).map(({ line }) => line);
    const { code, output } = await followed(servedOf(honest, { lines, checkpoint: checkpointOf(lines, SEEN_AT_MS) }));
    expect(output).toMatch(/settled again, all agree; \d+ wait, [1-9]/);
    expect(code).toBe(0);
  });

  /** The log's first head comes ten seconds after the first options. */
  const LATE_MS = START_MS + 10_000;
  const late = ({ marks, entries }: ProofWorld): ProofWorld => ({
    marks,
    entries: entries.filter(({ type, atMs }) => type !== 'tape' || atMs > LATE_MS),
  });

  test.skipIf(!isHere)('a line that is older than the log’s first head of the tape is drawn again', async () => {
    const { code, output } = await followed(servedOf(late(honest)));
    expect(output).toContain('36 of 36 settled again, all agree; 0 wait, 0 still run');
    expect(code).toBe(0);
  });

  test.skipIf(!isHere)('marks that are kept back in front of the first head are missed', async () => {
    const { entries } = late(honest);
    const marks = honest.marks.filter(({ timeMs }) => timeMs > START_MS + 4_000);
    expect((await followed(servedOf({ entries, marks }))).wrong).toBe('tape-short');
  });

  test.skipIf(!isHere)('another line in front of the first head is found', async () => {
    const { marks, entries } = makeWorld({
      fields: (type, fields) => (type === 'option-line' && fields['id'] === 1000 ? { ...fields, ...named(8) } : fields),
    });
    expect((await followed(servedOf(late({ marks, entries })))).wrong).toBe('line');
  });

  const [W1, W2] = [formatVerifierKey(WITNESS.key), formatVerifierKey(keyPair('w2.example', 'cosignature', 9).key)];
  const ML_DSA = `w3.example+00000000+${Buffer.of(6, ...Buffer.alloc(1312)).toString('base64')}`;
  test.skipIf(!isHere).each([
    ['one witness, who cosigned', [`witness a ${W1}`, 'quorum a']],
    ['any of two', [`witness a ${W1} https://w1.example`, `witness b ${W2}`, 'group g any a b', 'quorum g']],
    ['a group of groups', [`witness a ${W1}`, `witness b ${W2}`, 'group g 1 b a', 'group h all g', 'quorum h']],
    ['none', ['# nobody', '', `witness a ${W2}`, '\tquorum \t none ']],
    [
      'a witness whose signatures are of a later type beside one',
      [`witness a ${W1}`, `witness b ${ML_DSA}`, 'quorum a'],
    ],
  ])('a policy is satisfied: %s', async (_what, policy) => {
    const file = fileOf([`log ${VKEY}`, ...policy].join('\n'));
    const at = await serve(servedOf(honest));
    const { code, output } = await run('log', `${at.url}/log`, '--policy', file).finally(() => at.close());
    expect(output).toMatch(/policy: (?:1 of the policy's [12] witnesses cosigned|asks for no witness)/);
    expect(output).not.toContain('came from its own server');
    expect(code).toBe(0);
  });

  test.skipIf(!isHere).each([
    ['another witness', [`witness b ${W2}`, 'quorum b']],
    ['all of two', [`witness a ${W1}`, `witness b ${W2}`, 'group g all a b', 'quorum g']],
    ['a witness that cannot be checked', [`witness b ${ML_DSA}`, 'quorum b']],
  ])('a checkpoint that %s did not cosign is not enough for a policy that asks for it', async (_what, policy) => {
    const file = fileOf(policy.join('\n'));
    expect(await followed(servedOf(honest), '--policy', file)).toMatchObject({ code: 1, wrong: 'quorum' });
    const list = await receipts(honest, ofOption(1_000));
    expect(await checked(list, '--policy', file)).toMatchObject({ code: 1, wrong: 'quorum' });
    expect(await proven(liabilities(), '--policy', file)).toMatchObject({ code: 1, wrong: 'quorum' });
  });

  test.skipIf(!isHere).each([
    ['no quorum', [`witness a ${W1}`]],
    ['a quorum of nobody known', ['quorum a']],
    ['two quorums', ['quorum none', 'quorum none']],
    ['one witness twice', [`witness a ${W1}`, `witness b ${W1}`, 'quorum a']],
    ['one name twice', [`witness a ${W1}`, `witness a ${W2}`, 'quorum a']],
    ['the name none', [`witness none ${W1}`, 'quorum none']],
    ['a member twice', [`witness a ${W1}`, 'group g 1 a a', 'quorum g']],
    ['a member of two groups', [`witness a ${W1}`, 'group g 1 a', 'group h 1 a', 'quorum h']],
    ['more than all', [`witness a ${W1}`, 'group g 2 a', 'quorum g']],
    ['a log among witnesses', [`witness a ${VKEY}`, 'quorum a']],
    ['another word', ['witnesses', 'quorum none']],
  ])('a policy with %s is refused', async (_what, policy) => {
    expect(await followed(servedOf(honest), '--policy', fileOf(policy.join('\n')))).toMatchObject({ code: 2 });
  });

  test.skipIf(!isHere)('a file without a key, or no key, is refused: it would be as if none were given', async () => {
    const at = await serve(servedOf(honest));
    for (const given of [fileOf('\n'), ''])
      expect(await run('log', `${at.url}/log`, '--vkey', given)).toMatchObject({ code: 2, wrong: undefined });
    at.close();
  });

  test.skipIf(!isHere)(
    'a log is read whose partial tiles were replaced by full ones since its checkpoint',
    async () => {
      const lines = honest.entries.map(({ line }) => line);
      const later = [...lines, ...Array.from({ length: 256 }, () => lines.at(-1) ?? '')];
      const checkpoint = checkpointOf(lines, SEEN_AT_MS);
      const { code, output } = await followed(servedOf(honest, { lines: later, checkpoint, isGrown: true }));
      expect(output).toContain('everything holds');
      expect(code).toBe(0);
    },
  );

  const built = async (files: Readonly<Record<string, string>>, changes: BuildChanges = {}) => {
    const at = await serve(buildServed(files, changes));
    return run('log', `${at.url}/log`, ...KEYS, '--app', `${at.url}/`).finally(() => at.close());
  };

  test.skipIf(!isHere)('the app that is served is the newest build in the log', async () => {
    const { code, output } = await built(APP);
    expect(output).toContain('build: the 3 files of http://');
    expect(output).toContain('build: this verifier is one in the log');
    expect(code).toBe(0);
  });

  test.skipIf(!isHere).each([
    ['another file', { ...APP, '/assets/app-2.js': 'steal' }, '/assets/app-2.js is served, and is not the file'],
    [
      'the page of the build before',
      { ...APP, '/index.html': 'old page' },
      '/index.html is served, and is not the file',
    ],
    ['not all of it', { '/index.html': 'page' }, 'is not served'],
  ])('a served build that is not in the log is named: %s', async (_what, files, sentence) => {
    const { wrong, output } = await built(files);
    expect(wrong).toBe('build');
    expect(output).toContain(sentence);
  });

  test.skipIf(!isHere)('a list of a build that is another, or has other verifiers, is named', async () => {
    for (const list of [LIST.replace('/index.html', '/index2.html'), `${LIST}x`, '']) {
      expect((await built(APP, { list })).wrong).toBe('build');
    }
    const forged = LIST.replace(/\w{64}(?= {2}verify\.py)/, '0'.repeat(64));
    const { wrong, output } = await built(APP, { list: forged, hash: sha256(forged), added: [buildLine(forged)] });
    expect([wrong, output.includes('verifiers')]).toEqual(['build', true]);
    expect((await built(APP, { added: [] })).wrong).toBe('build');
  });

  test.skipIf(!isHere)('a log is followed from where it was read to', async () => {
    expect(await followed(servedOf(honest), '--from', '0')).toMatchObject({ code: 0 });
    const seen = join(folder, `seen-${command.replaceAll('/', '-')}`);
    const early = honest.entries.slice(0, 100).map(({ line }) => line);
    expect(await followed(servedOf(honest, { lines: early }), '--seen', seen)).toMatchObject({ code: 0 });
    expect(await followed(servedOf(honest), '--seen', seen)).toMatchObject({ code: 0 });
    expect(readFileSync(seen, 'utf8')).toContain(`\n${honest.entries.length}\n`);
    expect((await followed(servedOf(honest, { lines: early }), '--seen', seen)).wrong).toBe('rolled-back');
    const forked = honest.entries.map(({ line }, at) =>
      at === 3 ? line.replace(/"at":"(.*?)\.\d/, '"at":"$1.9') : line,
    );
    expect((await followed(servedOf(honest, { lines: forked }), '--seen', seen)).wrong).toBe('fork');
  });

  type Fields = Readonly<Record<string, unknown>>;
  /** A fraud in the fields of one option's entry, or of what the tape is complete to. */
  const onEntry = (wanted: EntryType, change: (fields: Fields) => Fields): Fraud => ({
    fields: (type, fields) => (type === wanted && (fields['id'] ?? 1004) === 1004 ? change(fields) : fields),
  });

  test.skipIf(!isHere).each<[string, string, Fraud]>([
    [
      'an outcome flipped',
      'outcome',
      onEntry('option-settled', (f) => ({ ...f, outcome: f['outcome'] === 'win' ? 'lose' : 'win' })),
    ],
    ['an exit one mark earlier', 'exit', onEntry('option-settled', (f) => ({ ...f, exit: named(29) }))],
    ['a line replaced by a later mark', 'line', onEntry('option-line', (f) => ({ ...f, ...named(60) }))],
    ['a rate below the terms', 'rate', onEntry('option-taken', (f) => ({ ...f, rate: '0.79000000' }))],
    ['a winner declared void', 'void', onEntry('option-settled', (f) => ({ ...f, exit: null, outcome: 'void' }))],
    [
      'a tape stated to be complete before it is',
      'complete-to',
      onEntry('tape', (f) =>
        f['complete_to'] === '2026-11-22T12:00:20.500Z' ? { ...f, complete_to: '2026-11-22T12:00:20.900Z' } : f,
      ),
    ],
    [
      'a direction chosen after the expiry',
      'direction',
      onEntry('option-settled', (f) => ({ ...f, direction: f['direction'] === 'up' ? 'down' : 'up' })),
    ],
    [
      'a mark that is not the median of its sources',
      'mark-price',
      {
        marks: (marks) =>
          chain(marks.map((mark, at) => (at === 50 ? { ...mark, price: price('64000.00000001') } : mark))),
      },
    ],
    [
      'an option logged after its expiry was known',
      'no-option-taken',
      { atMs: (type, atMs) => (type === 'option-taken' && atMs === START_MS + 11_700 ? atMs + 40_000 : atMs) },
    ],
    ['terms that the log does not have', 'terms', onEntry('option-taken', (f) => ({ ...f, terms: 2 }))],
    [
      'terms written after the option that they decide',
      'terms',
      { atMs: (type, atMs) => (type === 'terms' ? START_MS + 1_750 : atMs) },
    ],
    [
      'settings written after the option that they decide',
      'settings',
      { atMs: (type, atMs) => (type === 'settings' ? START_MS + 1_750 : atMs) },
    ],
  ])('%s is named %s', async (_what, name, fraud) => {
    expect((await followed(servedOf(makeWorld(fraud)))).wrong).toBe(name);
  });

  const lines = honest.entries.map((entry) => entry.line);
  test.skipIf(!isHere).each<[string, string, Partial<Served>]>([
    [
      'a mark changed, and the chain hashed again',
      'tape-head',
      {
        marks: chain(honest.marks.map((mark, at) => (at === 50 ? { ...mark, timeMs: mark.timeMs + 1 } : mark))),
      },
    ],
    ['a tape that stops short', 'tape-short', { marks: honest.marks.slice(0, 80) }],
    [
      'an entry changed beside its tile',
      'tile',
      { bundled: lines.map((line) => line.replace('"fee_rate":"0.001', '"fee_rate":"0.002')) },
    ],
    ['another tree than was signed', 'root', { checkpoint: checkpointOf(lines.toReversed(), SEEN_AT_MS) }],
    [
      'a checkpoint of another name',
      'checkpoint-signature',
      { checkpoint: checkpointOf(lines, SEEN_AT_MS).replaceAll('plimsoll.example', 'plimsol1.example') },
    ],
    ['a checkpoint dated back', 'time', { checkpoint: checkpointOf(lines, START_MS) }],
  ])('%s is named %s', async (_what, name, changes) => {
    expect((await followed(servedOf(honest, changes))).wrong).toBe(name);
  });

  test.skipIf(!isHere)('honest receipts of an option and of fills hold', async () => {
    const list = await receipts(honest, (line) => ofOption(1004)(line) || ofFill(line));
    expect(list).toHaveLength(5);
    expect(await checked({ code: 1, msg: 'Done', data: { list } })).toMatchObject({ code: 0 });
    expect(await checked(list, '--member', '7')).toMatchObject({ code: 0 });
  });

  test.skipIf(!isHere).each(CROOKED_FIGURES)('a receipt with $what is named $wrong', async ({ wrong, fraud }) => {
    const list = await receipts(makeWorld(fraud), (line) => ofOption(1004)(line) || ofFill(line));
    expect((await checked(list)).wrong).toBe(wrong);
  });

  test.skipIf(!isHere).each(CROOKED_RECEIPTS)('a receipt with $what is named $wrong', async ({ wrong, change }) => {
    const [first] = await receipts(honest, ofOption(1004));
    expect(first && (await checked(change(first))).wrong).toBe(wrong);
  });

  test.skipIf(!isHere)('a receipt of another member, thing or key is refused', async () => {
    const list = await receipts(honest, ofOption(1004));
    expect((await checked(list, '--member', '8')).wrong).toBe('member');
    expect((await checked(list, '--id', '1005')).wrong).toBe('id');
    const other = formatVerifierKey(keyPair(LOG.key.name, 'ed25519', 9).key);
    expect((await run('receipt', fileOf(list), '--vkey', other)).wrong).toBe('signature');
    expect((await run('receipt', fileOf(list))).code).toBe(2);
  });

  test.skipIf(!isHere)('no receipt at all is a finding, and what nobody cosigned has no quorum', async () => {
    for (const empty of [[], { list: [] }, { code: 1, msg: 'Done', data: { list: [] } }])
      expect(await checked(empty, '--member', '7')).toMatchObject({ code: 1, wrong: 'receipt' });
    const [first] = await receipts(honest, ofOption(1_004));
    const ahead = { ...first, index: null, proof: null, checkpoint: null };
    expect(await checked([ahead])).toMatchObject({ code: 1, wrong: 'not-logged' });
  });

  test.skipIf(!isHere)('what is in no checkpoint yet has not the quorum of a policy', async () => {
    const entries = makeWorld({ atMs: (_type, atMs) => atMs - START_MS + Date.now() }).entries;
    const at = entries.findIndex(({ line }) => ofOption(1_004)(line));
    const checkpoint = checkpointOf(lines, SEEN_AT_MS);
    const young = { ...(await receiptOf(entries, at, checkpoint)), index: null, proof: null, checkpoint: null };
    expect(await checked([young])).toMatchObject({ code: 0 });
    const asking = fileOf([`witness a ${W1}`, 'quorum a'].join('\n'));
    expect(await checked([young], '--policy', asking)).toMatchObject({ code: 1, wrong: 'quorum' });
    expect(await checked([young], '--policy', fileOf('quorum none'))).toMatchObject({ code: 0 });
  });

  test.skipIf(!isHere)('what was seen is not replaced by a receipt that no log connects with it', async () => {
    const kept = (text: string): string => fileOf(text);
    const list = await receipts(honest, ofOption(1_004));
    const early = checkpointOf(lines.slice(0, 100), SEEN_AT_MS);
    const more = checkpointOf([...lines, ...lines.slice(0, 9)], SEEN_AT_MS);
    for (const before of [early, more]) {
      const seen = kept(before);
      const { code, wrong, output } = await checked(list, '--seen', seen);
      expect({ code, wrong }).toEqual({ code: 2, wrong: undefined });
      expect(output).toContain('needs --log');
      expect(readFileSync(seen, 'utf8')).toBe(before);
    }
    const seen = kept(early);
    const at = await serve(servedOf(honest));
    const { code } = await checked(list, '--seen', seen, '--log', `${at.url}/log`).finally(() => at.close());
    expect(code).toBe(0);
    expect(readFileSync(seen, 'utf8')).toContain(`\n${lines.length}\n`);
  });

  test.skipIf(!isHere)('an option that is never settled is named', async () => {
    const unsettled = honest.entries.filter(({ line }) => !(ofOption(1_004)(line) && line.includes('-settled"')));
    const left = servedOf({ ...honest, entries: unsettled });
    expect(await followed(left)).toMatchObject({ code: 1, wrong: 'unsettled' });
  });

  test.skipIf(!isHere)('epochs of liabilities are counted one by one', async () => {
    const epochs = (...numbers: readonly number[]) => {
      const added = numbers.map((epoch) => liabilities(undefined, epoch).entry);
      return servedOf(honest, { lines: [...lines, ...added] });
    };
    expect(await followed(epochs(3, 4, 5))).toMatchObject({ code: 0 });
    for (const wrong of [epochs(3, 3), epochs(3, 5), epochs(4, 3)])
      expect(await followed(wrong)).toMatchObject({ code: 1, wrong: 'epoch' });
  });

  test.skipIf(!isHere)('a log that does not answer is no finding', async () => {
    const at = await serve(servedOf(honest));
    at.close();
    expect(await run('log', `${at.url}/log`, ...KEYS)).toMatchObject({ code: 2, wrong: undefined });
  });

  test.skipIf(!isHere)('a stretch of the tape holds, and a changed one does not', async () => {
    const [first, last] = [honest.marks[10]?.seq ?? 0, honest.marks[40]?.seq ?? 0];
    const at = await serve(servedOf(honest));
    const changed = await serve(servedOf(honest, { marks: honest.marks.filter((_, place) => place !== 20) }));
    try {
      expect(await run('tape', at.url, 'btcusdt', `${first}`, `${last}`)).toMatchObject({ code: 0 });
      expect((await run('tape', changed.url, 'btcusdt', `${first}`, `${last}`)).wrong).toBe('tape');
    } finally {
      at.close();
      changed.close();
    }
  });

  test.skipIf(!isHere)('an honest proof of liabilities holds, of its owner and under the log’s key', async () => {
    const proof = liabilities();
    expect((await proven(proof)).output).toContain('3.00000000 BTC, 7.00000000 USDT');
    expect(await proven({ code: 1, msg: 'Done', data: proof }, '--owner', 'ada')).toMatchObject({ code: 0 });
    expect((await proven(proof, '--owner', 'bob')).wrong).toBe('owner');
    expect(await proven(proof, '--has', 'BTC=3.00000000', '--has', 'USDT=7.00000000')).toMatchObject({ code: 0 });
    const warned = await proven(proof);
    expect(warned.output).toContain('without --owner');
    expect(warned.output).toContain('without --has');
    expect((await proven(proof, '--has', 'BTC=3.00000001')).wrong).toBe('short');
    expect((await proven(proof, '--has', 'ETH=0.00000001')).wrong).toBe('short');
    expect((await proven(proof, '--has', 'BTC=3')).code).toBe(2);
  });

  test.skipIf(!isHere).each(CROOKED_LIABILITIES)(
    'liabilities with $what are named $wrong',
    async ({ wrong, change }) => {
      expect((await proven(change(liabilities()))).wrong).toBe(wrong);
    },
  );
});
