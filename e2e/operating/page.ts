import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A fenced block of a page. */
export interface Block {
  /** File and line of its first line: `OPERATING.md:12`. */
  readonly at: string;
  /** `sh`, `nginx`, …; empty where the page names none. */
  readonly language: string;
  /** Without the fence's indent. */
  readonly text: string;
}

/** The fenced blocks of a page of docs, in order. */
export function blocksOf(page: string): Block[] {
  const lines = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent, language] = /^( *)```(\w*)$/.exec(lines[at] ?? '') ?? [];
    if (indent === undefined || language === undefined) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: a block without an end`);
    const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({ at: `${basename(page)}:${at + 2}`, language, text: text.join('\n') });
    at = end;
  }
  return blocks;
}

/** What is entered at once. */
export interface Command {
  readonly at: string;
  readonly text: string;
}

/** The commands of a shell's block: a line each, with what `<<END` or a backslash adds to it; without comments. */
export function commandsOf({ at, text }: Block): Command[] {
  const commands: Command[] = [];
  const lines = text.split('\n');
  while (lines.length > 0) {
    const taken = [lines.shift() ?? ''];
    const end = /<<(\w+)/.exec(taken[0] ?? '')?.[1];
    while (lines.length > 0 && (end === undefined ? taken.at(-1)?.endsWith('\\') : taken.at(-1) !== end))
      taken.push(lines.shift() ?? '');
    const command = taken.join('\n');
    if (command.trim() !== '' && !command.startsWith('#')) commands.push({ at, text: command });
  }
  return commands;
}
