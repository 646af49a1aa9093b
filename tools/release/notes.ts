/**
 * What the changelog says of a version; of a version that it does not name, what is not released yet. @throws Error when it
 * says neither.
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const named = sections.find((section) => section.split(/\s/)[0] === version);
  const found = named ?? sections.find((section) => section.startsWith('Unreleased'));
  if (found === undefined) throw new Error(`docs/CHANGELOG.md says nothing of ${version}.`);
  const [, ...lines] = found.split('\n');
  return `# Plimsoll ${version}\n\n${lines.join('\n').trim()}\n`;
}
