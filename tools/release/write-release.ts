import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contentsOf, ROOT, type Release } from './contents.ts';
import { notesOf } from './notes.ts';
import { entryOf, sha256Of, tarballOf, type Entry } from './tarball.ts';

const SERVED = ['apps/server', 'apps/witness', 'tools'].flatMap((workspace) => ['--workspace', workspace]);

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** The CycloneDX bill of the packages that a server installs, without what differs from run to run. */
async function billOf({ version, epochS }: Release): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only', ...SERVED, '--include-workspace-root'],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  const bill: unknown = JSON.parse(stdout, (key, value: unknown) => (key === 'serialNumber' ? undefined : value));
  if (typeof bill !== 'object' || bill === null) throw new Error('npm wrote no bill of materials.');
  const metadata = {
    timestamp: new Date(epochS * 1000).toISOString(),
    component: { type: 'application', name: 'plimsoll', version, purl: `pkg:npm/plimsoll@${version}` },
  };
  return json({ ...bill, metadata });
}

/** Where it came from, and what makes it again. */
const provenanceOf = async (
  { version, commit, epochS }: Release,
  { sha256, entries }: { readonly sha256: string; readonly entries: readonly Entry[] },
): Promise<Buffer> =>
  json({
    product: 'plimsoll',
    version,
    tarball: { name: `plimsoll-${version}.tar.gz`, sha256 },
    source: {
      commit,
      committedAt: new Date(epochS * 1000).toISOString(),
      packageLock: sha256Of(await readFile(join(ROOT, 'package-lock.json'))),
    },
    builtWith: { node: process.version, zlib: process.versions.zlib, platform: `${process.platform}-${process.arch}` },
    again: [`git checkout ${commit}`, 'npm run release -- --twice'],
    files: Object.fromEntries(entries.map(({ path, bytes }) => [path, sha256Of(bytes)])),
  });

interface Written {
  readonly tarball: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly files: number;
}

/** Writes a release of the apps as they are built now into an empty folder. */
export async function writeRelease(release: Release, folder: string): Promise<Written> {
  const { version, commit, epochS } = release;
  const base = `plimsoll-${version}`;
  const entries: Entry[] = [
    // By it an unpacked release knows that it is one.
    { path: `${base}/release.json`, bytes: json({ version, commit }), isProgram: false },
  ];
  for (const path of await contentsOf()) entries.push(await entryOf(join(ROOT, path), `${base}/${path}`));
  const bytes = tarballOf(entries, epochS);
  const sha256 = sha256Of(bytes);
  const beside: readonly (readonly [string, Buffer])[] = [
    [`${base}.tar.gz`, bytes],
    [`${base}.sbom.json`, await billOf(release)],
    [`${base}.provenance.json`, await provenanceOf(release, { sha256, entries })],
    [`${base}.notes.md`, Buffer.from(notesOf(await readFile(join(ROOT, 'docs/CHANGELOG.md'), 'utf8'), version))],
  ];
  await mkdir(folder, { recursive: true });
  for (const [name, content] of beside) await writeFile(join(folder, name), content);
  const sums = beside.map(([name, content]) => `${sha256Of(content)}  ${name}\n`);
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return { tarball: join('dist', `${base}.tar.gz`), sha256, bytes: bytes.length, files: entries.length };
}
