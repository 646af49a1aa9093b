import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { decompress } from 'wawoff2';

/**
 * Packages whose fonts are TrueType: of what pages are set in, as on most phones, and of what is a seventh wider, as on
 * many Linux desktops.
 */
const ROBOTO = '@expo-google-fonts/roboto';
const DEJAVU = 'dejavu-fonts-ttf';
/**
 * Packages whose fonts are WOFF2, which Chromium does not take from the system: figures that stand under one another,
 * and every script of the 26 languages beyond Roboto's.
 */
const PACKED = [
  '@fontsource-variable/roboto-mono',
  ...['arabic', 'bengali', 'devanagari', 'lao', 'thai', 'sc', 'tc', 'jp', 'kr'].map(
    (name) => `@fontsource-variable/noto-sans-${name}`,
  ),
];
/**
 * Whatever is asked for and not there is the first of these that has the letter. Last comes DejaVu, which is there only
 * for who asks for it.
 */
const FAMILIES = ['Roboto', ...['Arabic', 'Bengali', 'Devanagari', 'Lao', 'Thai'].map((name) => `Noto Sans ${name}`)];
const MONO = 'Roboto Mono';
/** A page's properties when it is set in the wider. */
export const WIDE = { '--font': '"DejaVu Sans", sans-serif', '--mono': '"DejaVu Sans Mono", monospace' } as const;
/** What a package brings besides. */
const REJECTED = ['*Serif*', '*Condensed*', '*MathTeXGyre*', '*Italic*', '*Oblique*'];
/** Han characters are drawn as their language writes them. */
const HAN: Readonly<Record<string, string>> = {
  'zh-cn': 'Noto Sans SC Thin',
  'zh-tw': 'Noto Sans TC Thin',
  ja: 'Noto Sans JP Thin',
  ko: 'Noto Sans KR Thin',
};

const CACHE = join(import.meta.dirname, '../../.cache/fonts');

function manifestOf(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

const folderOf = (name: string): string => dirname(manifestOf(name));
const versionOf = (name: string): string =>
  `${name}@${(JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { version: string }).version}`;

/** Makes `folder` whole or not at all, so that a second process, or a cut, leaves no half of it. */
async function madeOnce(folder: string, make: (empty: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(CACHE, { recursive: true });
  const empty = mkdtempSync(`${folder}-`);
  await make(empty);
  try {
    renameSync(empty, folder);
  } catch {
    // Another process was first.
    rmSync(empty, { recursive: true, force: true });
  }
}

/** The upright fonts of a package as TrueType. Resolves to their folder. */
async function unpacked(name: string): Promise<string> {
  const folder = join(
    CACHE,
    versionOf(name)
      .replaceAll(/[^\w.]+/g, '-')
      .slice(1),
  );
  await madeOnce(folder, async (empty) => {
    const files = globSync(`${folderOf(name)}/files/*-wght-normal.woff2`);
    if (files.length === 0) throw new Error(`${name} has no fonts where they were`);
    for (const file of files)
      writeFileSync(join(empty, basename(file, '.woff2')) + '.ttf', await decompress(readFileSync(file)));
  });
  return folder;
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function configuration(folders: readonly string[]): string {
  const rejected = REJECTED.map((glob) => `<glob>${glob}</glob>`).join('');
  const han = Object.entries(HAN).map(
    ([language, family]) => `
  <match target="pattern"><test name="lang" compare="contains"><string>${language}</string></test>
    <edit name="family" mode="append" binding="strong"><string>${family}</string></edit></match>`,
  );
  // As on a phone: no hinting and no colours at edges, which would make widths depend on the screen.
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>${folders.map((folder) => `\n  <dir>${xml(folder)}</dir>`).join('')}
  <cachedir>${xml(join(CACHE, 'index'))}</cachedir>
  <selectfont><rejectfont>${rejected}</rejectfont></selectfont>
  <match target="pattern"><test name="family"><string>monospace</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${MONO}</string></edit></match>${han.join('')}
  <match target="pattern"><edit name="family" mode="append_last" binding="strong">${FAMILIES.map((family) => `<string>${family}</string>`).join('')}</edit></match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit><edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit><edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

/** Has the fonts ready. Resolves to the configuration file by which a browser sees these, and none of the machine's. */
export async function makeFonts(): Promise<string> {
  const folders = [folderOf(ROBOTO), join(folderOf(DEJAVU), 'ttf')];
  // One after the other: what unpacks them has one memory for all.
  for (const name of PACKED) folders.push(await unpacked(name));
  const text = configuration(folders);
  const file = join(CACHE, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.conf`);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  }
  return file;
}
