import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Lost, Refused, type Answers } from '@plimsoll/client';
import { visibleJson } from './exact-json.ts';
import { accountTools } from './tools/account-tools.ts';
import { marketTools } from './tools/market-tools.ts';
import { receiptTools } from './tools/receipt-tools.ts';
import { DATA_ALONE, type Tool, type Tools } from './tools/tool.ts';
import { placeTool, tradingTools, transferTools } from './tools/trading-tools.ts';

type Key = Answers<'getKeys'>['list'][number];

const INSTRUCTIONS = [
  'The account of one member of an exchange, by a key of theirs.',
  DATA_ALONE,
  'Nothing moves but by place, and place takes a plan: make the plan, show the person its figures and refusals, and place it only when they agree to it.',
  'What a key may do, and its caps, the exchange decides; a refusal is final.',
].join(' ');

/** The tools of a key: reading, and what its rights allow. */
function toolsOf({ trade, transfer }: Pick<Key, 'trade' | 'transfer'>): readonly Tool[] {
  const rights = new Set(['read', ...(trade === 1 ? ['trade'] : []), ...(transfer === 1 ? ['transfer'] : [])]);
  const own = [...marketTools, ...accountTools, ...receiptTools, ...tradingTools, ...transferTools].filter(
    ({ right }) => rights.has(right),
  );
  return rights.size > 1 ? [...own, placeTool] : own;
}

interface Answer {
  [more: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}
const answerOf = (body: object, isError = false): Answer => ({
  content: [{ type: 'text', text: visibleJson(body) }],
  ...(isError ? { isError } : {}),
});

/** What became of a tool's run. A refusal, and no answer, are the exchange's own words. */
async function outcomeOf(run: Promise<unknown>): Promise<Answer> {
  try {
    return answerOf({ ok: true, data: await run });
  } catch (error) {
    if (error instanceof Refused)
      return answerOf({ ok: false, reason: error.reason, msg: error.message, data: error.data }, true);
    if (error instanceof Lost)
      return answerOf(
        {
          ok: false,
          reason: 'no_answer',
          msg: 'No answer came: whether anything was done is not known. The same place may be asked again.',
          data: null,
        },
        true,
      );
    throw error;
  }
}

/** An MCP server of a key's tools. */
export function assistantServer(tools: Tools, key: Key, version: string): McpServer {
  const server = new McpServer({ name: 'plimsoll', version }, { instructions: INSTRUCTIONS });
  for (const each of toolsOf(key)) {
    const { name, title, description, input, moves } = each;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: !moves, destructiveHint: moves, idempotentHint: true, openWorldHint: false },
      },
      (given: unknown) => outcomeOf(each.run(given, tools)),
    );
  }
  return server;
}
