import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { MadeKey } from './key-world.ts';

const PROGRAM = fileURLToPath(new URL('../../../mcp/src/main.ts', import.meta.url));

/** What a tool answered. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly data: unknown;
  readonly reason?: string | null;
  readonly msg?: string;
}

/** An assistant whose tools are a key's, over a process of its own (`npm run mcp`). */
export interface Assistant {
  /** Names of the tools that it is offered. */
  tools(): Promise<readonly string[]>;
  readonly client: Client;
  /** Uses a tool; a protocol error is an answer with its message. */
  use(name: string, given?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  /** What the program wrote that is no message. */
  readonly errors: readonly Error[];
  close(): Promise<void>;
}

/** Starts `npm run mcp` with a key against a server. */
export async function openAssistant(
  url: string,
  { access, secret }: MadeKey,
  program: { readonly command: string; readonly args: string[] } = { command: process.execPath, args: [PROGRAM] },
): Promise<Assistant> {
  const errors: Error[] = [];
  const client = new Client({ name: 'test', version: '1' });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no other
  client.onerror = (error) => errors.push(error);
  await client.connect(
    new StdioClientTransport({
      ...program,
      env: { PLIMSOLL_URL: url, PLIMSOLL_ACCESS: access, PLIMSOLL_SECRET: secret ?? '' },
    }),
  );
  return {
    client,
    errors,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, given = {}) {
      const result = await client.callTool({ name, arguments: given }).catch((error: unknown) => error);
      if (result instanceof Error) return { ok: false, data: null, reason: 'protocol', msg: result.message };
      return answerIn(result);
    },
    close: () => client.close(),
  };
}

function answerIn(result: unknown): ToolAnswer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tools answer one text
  const { content, isError } = result as {
    readonly content: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
  const text = content[0]?.text ?? '';
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tools answer JSON of this form
    const answer = JSON.parse(text) as ToolAnswer;
    return isError === true ? { ...answer, ok: false } : answer;
  } catch {
    return { ok: false, data: null, reason: 'protocol', msg: text };
  }
}
