import { z } from 'zod';
import { accountType, coinBalance } from '../assets.ts';
import type { StreamError, StreamMark, StreamTick } from '../market.ts';
import type { NewsBegun, NewsEnded, NewsEvent, NewsFrame, NewsLogin } from '../news.ts';
import { notice } from '../notices.ts';
import { optionOrder } from '../options.ts';
import { spotOrder } from '../spot.ts';
import { sentences } from './described-fields.ts';
import { answerSchema, pieceSchemas, type JsonSchema } from './json-schema.ts';
import { WORDS } from './words.ts';

/** An AsyncAPI 3 document. */
export interface AsyncApi {
  readonly asyncapi: '3.0.0';
  readonly info: JsonSchema;
  readonly servers: Readonly<Record<string, JsonSchema>>;
  readonly channels: Readonly<Record<string, JsonSchema>>;
  readonly operations: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly messages: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Of bars, which charts read: JSON numbers. */
const figure = z.number();
const moment = z.int().nonnegative();
const bar: z.ZodType<StreamTick> = z.object({
  symbol: z.string(),
  resolution: z.literal(['1', '5', '15', '30', '60', '240', 'D', 'W', 'M']),
  tick: z.object({ id: moment, open: figure, high: figure, low: figure, close: figure, vol: figure }),
  ts: moment,
});
const mark: z.ZodType<StreamMark> = z.object({
  symbol: z.string(),
  mark: z.object({ seq: z.int().positive(), price: z.string(), sources: z.int().positive() }),
  ts: moment,
  age: z.number(),
});
const error: z.ZodType<StreamError> = z.object({ error: z.string(), sub: z.string().nullable() });
const begun: z.ZodType<NewsBegun> = z.object({ login: z.literal('ok') });
const ended: z.ZodType<NewsEnded> = z.object({ error: z.enum(['login_required', 'unavailable', 'too_many_requests']) });
const login: z.ZodType<NewsLogin> = z.object({ login: z.string(), lang: z.string().exactOptional() });
const NEWS: { readonly [Event in NewsEvent]: z.ZodType<NewsFrame<Event>> } = {
  order: spotOrder.extend({ event: z.literal('order') }),
  option: optionOrder.extend({ event: z.literal('option') }),
  balance: coinBalance.extend({ event: z.literal('balance'), type: accountType }),
  notice: notice.extend({ event: z.literal('notice') }),
};

interface Message {
  readonly name: string;
  readonly title: string;
  readonly words: string | undefined;
  readonly payload: JsonSchema;
  readonly contentType?: string;
}

const KEY = '^[a-z0-9]+_(1|5|15|30|60|240|D|W|M|1D|1W|1M|mark)$';
const keyed = (name: string): JsonSchema => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string', pattern: KEY, description: 'A symbol and a resolution, or `mark`.' } },
});
const plain = (name: string, words: string): Message => ({
  name,
  title: name,
  words,
  payload: { type: 'string', const: name },
  contentType: 'text/plain',
});

const SENT_BY_CLIENTS: readonly Message[] = [
  {
    name: 'subscribe',
    title: 'Subscribe',
    words: 'What holds now comes first, then each change.',
    payload: keyed('sub'),
  },
  { name: 'unsubscribe', title: 'Unsubscribe', words: undefined, payload: keyed('unsub') },
  { name: 'login', title: 'Log in for news', words: WORDS.stream['NewsLogin'], payload: answerSchema(login) },
  plain('pong', 'Answers a ping.'),
];
const MARKET: readonly Message[] = [
  { name: 'bar', title: 'The current bar', words: WORDS.stream['StreamTick'], payload: answerSchema(bar) },
  { name: 'mark', title: 'A mark', words: WORDS.stream['StreamMark'], payload: answerSchema(mark) },
  { name: 'error', title: 'Not understood', words: WORDS.stream['StreamError'], payload: answerSchema(error) },
  plain('ping', 'Comes every 15 seconds; a client answers `pong`.'),
];
const PRIVATE: readonly Message[] = [
  { name: 'begun', title: 'News begins', words: WORDS.stream['NewsBegun'], payload: answerSchema(begun) },
  ...Object.entries(NEWS).map(([event, schema]) => ({
    name: event,
    title: `News of a member’s ${event}`,
    words: WORDS.stream['NewsFields'],
    payload: answerSchema(schema),
  })),
  { name: 'ended', title: 'News ends', words: WORDS.stream['NewsEnded'], payload: answerSchema(ended) },
];

const STREAM = { $ref: '#/channels/stream' };
const among = (messages: readonly Message[]): JsonSchema[] =>
  messages.map(({ name }) => ({ $ref: `#/channels/stream/messages/${name}` }));
const replies = (messages: readonly Message[]): JsonSchema => ({ channel: STREAM, messages: among(messages) });
const of = (name: string): readonly Message[] => SENT_BY_CLIENTS.filter((each) => each.name === name);

/** What the server does, as it sees it: it receives what clients send. */
const OPERATIONS: Readonly<Record<string, JsonSchema>> = {
  subscribe: { action: 'receive', channel: STREAM, messages: among(of('subscribe')), reply: replies(MARKET) },
  unsubscribe: { action: 'receive', channel: STREAM, messages: among(of('unsubscribe')) },
  login: { action: 'receive', channel: STREAM, messages: among(of('login')), reply: replies(PRIVATE) },
  pong: { action: 'receive', channel: STREAM, messages: among(of('pong')) },
  publish: { action: 'send', channel: STREAM, messages: among(MARKET) },
  report: { action: 'send', channel: STREAM, messages: among(PRIVATE) },
};

const INTRODUCTION = sentences([
  'Prices and a member’s own news over one WebSocket',
  'Every frame of the server is gzip, `ping` too; what a client sends is text',
  'HTX’s protocol at `/huobiapi/ws` and `/ws/v2` is HTX’s, and described there',
]);

/** Describes `/stream`. `version` is the product's. */
export function streamApi({ version }: { readonly version: string }): AsyncApi {
  const messages = [...SENT_BY_CLIENTS, ...MARKET, ...PRIVATE];
  return {
    asyncapi: '3.0.0',
    info: { title: 'Plimsoll, the stream', version, description: INTRODUCTION },
    servers: {
      here: {
        host: '{host}',
        protocol: 'wss',
        description: 'The server that this description came from; `ws` where it is not behind TLS.',
        variables: { host: { default: 'localhost:3000' } },
      },
    },
    channels: {
      stream: {
        address: '/stream',
        messages: Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: OPERATIONS,
    components: {
      messages: Object.fromEntries(
        messages.map(({ name, title, words, payload, contentType = 'application/json' }) => [
          name,
          { name, title, contentType, ...(words === undefined ? {} : { description: words }), payload },
        ]),
      ),
      schemas: pieceSchemas(),
    },
  };
}
