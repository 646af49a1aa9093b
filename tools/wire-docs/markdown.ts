const WIDTH = 120;

/** A heading's anchor in Markdown: lower case, without punctuation, hyphens for blanks. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Parts on as few lines as possible. */
function filled(parts: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (
      last !== undefined &&
      !part.includes('\n') &&
      !last.includes('\n') &&
      indent.length + last.length + part.length + 2 <= WIDTH
    )
      lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return lines.map((line) => `${indent}${line}`).join(',\n');
}

/** JSON on as few lines as possible. */
export function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDTH) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${filled(
      value.map((each) => pretty(each, deeper)),
      deeper,
    )}\n${indent}]`;
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${pretty(each, deeper)}`);
  return `{\n${filled(fields, deeper)}\n${indent}}`;
}

/** A table without empty columns. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_, column) => kept[column] === true).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
