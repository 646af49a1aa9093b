import { posix } from 'node:path';
import { anchorOf } from '../../wire-docs/markdown.ts';
import { findAll, isTest, type Finding, type Rule, type SourceFile } from '../house.ts';

/** Pages whose headings comments cite: `RULES 3.4`, `WIRE spot.upbbbuy`, `WIRE operator/funding.approveRecharge`. */
const CITED: Readonly<Record<string, readonly string[]>> = {
  RULES: ['docs/RULES.md'],
  DESIGN: ['docs/DESIGN.md'],
  PRODUCT: ['docs/PRODUCT.md'],
  PROOF: ['docs/PROOF.md'],
  WIRE: ['docs/WIRE.md', 'docs/WIRE-OPERATOR.md'],
};
const CITATION = /\b(RULES|DESIGN|PRODUCT|PROOF|WIRE) (\d+(?:\.\d+)*|(?:operator\/)?[a-z][a-z-]*\.[a-z]\w*)/g;
const PAGE_NAMED = /\bdocs\/(?:[a-z-]+\/)?[\w-]+\.md\b/g;
const LINK = /\[[^\]\n]*\]\(([^)\s]+)\)/g;
const ELSEWHERE = /^(?:[a-z]+:|\/)/i;
/** Introductions are checked in the generated pages. */
const PART = /^docs\/wire\//;
const FENCED = /^```[\s\S]*?^```/gm;
const HEADING = /^#{1,6} (.+)$/gm;

const isPage = ({ path }: SourceFile): boolean => path.endsWith('.md') && !PART.test(path);
/** The text without code blocks, line by line. */
const withoutCode = (text: string): string => text.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]/g, ''));

interface Headings {
  readonly anchors: ReadonlySet<string>;
  /** `3.4` of a numbered heading, or all of another. */
  readonly names: ReadonlySet<string>;
}

/** A page's headings with their Markdown anchors; a repeated one ends in `-1`. */
export function headingsOf(text: string): Headings {
  const anchors = new Set<string>();
  const names = new Set<string>();
  for (const [, heading = ''] of withoutCode(text).matchAll(HEADING)) {
    const anchor = anchorOf(heading.replaceAll(/[`*]|\]\([^)]*\)/g, ''));
    let [free, count] = [anchor, 0];
    while (anchors.has(free)) free = `${anchor}-${(count += 1)}`;
    anchors.add(free);
    names.add(/^(\d+(?:\.\d+)*)[.:]? /.exec(heading)?.[1] ?? heading.trim());
  }
  return { anchors, names };
}

/** Citations of documents that are not in the repository. Migrations are exempt, since they are never edited. */
const OUTSIDE = /\b[Ss]pec parts?\b|(?<=^|[\s;,])\((?:rules \d|house, "|wire, ["a-zA-Z]|look, \d)/gm;
const LANDED = /^apps\/server\/migrations\//;

/** Nothing cites an unavailable document. */
export const onlyOurPages: Rule = (files) =>
  files
    .filter((file) => !LANDED.test(file.path) && !isTest(file))
    .flatMap((file) =>
      findAll(file, OUTSIDE, ([form]) => `"${form}" is in no page of docs: cite a heading, as CONTRIBUTING.md says.`),
    );

const CONTENTS = 'docs/README.md';
const IN_DOCS = /^docs\/([\w-]+\.md)$/;

/** Every page is in the table of contents. */
export const listedPages: Rule = (files) => {
  const contents = files.find(({ path }) => path === CONTENTS)?.text ?? '';
  return files.flatMap(({ path }) => {
    const name = IN_DOCS.exec(path)?.[1];
    return name === undefined || path === CONTENTS || contents.includes(`](${name})`)
      ? []
      : [{ path, line: 1, sentence: `${CONTENTS} does not list it.` }];
  });
};

/** Links between pages resolve, comments cite existing headings and pages. */
export const references: Rule = (files) => {
  const pages = new Map(files.filter(isPage).map(({ path, text }) => [path, headingsOf(text)]));
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
  );
  return files.flatMap((file) => [
    ...(isPage(file)
      ? findAll({ ...file, text: withoutCode(file.text) }, LINK, ([, target = '']) => dangling(file.path, target))
      : []),
    ...cited(file),
    ...(isPage(file) || isTest(file)
      ? []
      : findAll(file, PAGE_NAMED, ([page]) => (paths.has(page) ? undefined : `${page} is no page.`))),
  ]);

  function dangling(from: string, target: string): string | undefined {
    if (ELSEWHERE.test(target)) return undefined;
    const [place = '', anchor] = target.split('#');
    const path = place === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(place)).replace(/\/$/, '');
    // Pictures are not read here.
    if (/\.(?:png|jpe?g|webp)$/.test(path)) return undefined;
    if (!paths.has(path) && !folders.has(path)) return `${target} leads nowhere.`;
    return anchor !== undefined && path.endsWith('.md') && pages.get(path)?.anchors.has(anchor) === false
      ? `${path} has no heading #${anchor}.`
      : undefined;
  }

  function cited(file: SourceFile): Finding[] {
    return findAll(file, CITATION, ([citation, page = '', name = '']) => {
      const among = CITED[page]?.flatMap((each) => pages.get(each) ?? []) ?? [];
      return among.some(({ names }) => names.has(name))
        ? undefined
        : `${citation} is no heading of ${(CITED[page] ?? []).join(' or ')}.`;
    });
  }
};
