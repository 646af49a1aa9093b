import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { decompress } from 'wawoff2';

/** TrueType packages: the font of pages, as on most phones, and one a seventh wider, as on many Linux desktops. */
const ROBOTO = '@expo-google-fonts/roboto';
const DEJAVU = 'dejavu-fonts-ttf';
/**
 * WOFF2 packages, converted because Chromium does not load them from the system: figures of one width, and the scripts
 * of the 26 languages beyond Roboto's.
 */
const PACKED = [
  '@fontsource-variable/roboto-mono',
  ...['arabic', 'bengali', 'devanagari', 'lao', 'thai', 'sc', 'tc', 'jp', 'kr'].map(
    (name) => `@fontsource-variable/noto-sans-${name}`,
  ),
];
/** Fallbacks, in order of preference. DejaVu is last, used only by name. */
const FAMILIES = ['Roboto', ...['Arabic', 'Bengali', 'Devanagari', 'Lao', 'Thai'].map((name) => `Noto Sans ${name}`)];
const MONO = 'Roboto Mono';
export const WIDE = { '--font': '"DejaVu Sans", sans-serif', '--mono': '"DejaVu Sans Mono", monospace' } as const;
const REJECTED = ['*Serif*', '*Condensed*', '*MathTeXGyre*', '*Italic*', '*Oblique*'];
/** Font of Han characters by language. */
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
const versionOf = (name: string): string => {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifestOf(name), 'utf8'));
  return `${name}@${version}`;
};

/** Makes `folder` completely or not at all, also with several processes. */
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
  // As on a phone: no hinting and no subpixel colours, which would make widths depend on the display.
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

/** Prepares the fonts. Resolves to a fontconfig file that includes these fonts only. */
export async function makeFonts(): Promise<string> {
  const folders = [folderOf(ROBOTO), join(folderOf(DEJAVU), 'ttf')];
  // In sequence: the unpacker has one memory.
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
