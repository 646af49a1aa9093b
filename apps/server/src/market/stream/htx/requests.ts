import { isFields } from '../../fields.ts';

/** A request in HTX's protocol. */
export type HtxRequest =
  | { readonly kind: 'pong' }
  | { readonly kind: 'ping'; readonly at: number }
  | { readonly kind: 'sub' | 'unsub'; readonly topic: string; readonly id: RequestId }
  | {
      readonly kind: 'req';
      readonly topic: string;
      readonly id: RequestId;
      readonly from: unknown;
      readonly to: unknown;
    }
  | { readonly kind: 'unreadable'; readonly id: RequestId };

/** Returned in the answer. */
export type RequestId = string | number | undefined;

const ASKING = ['sub', 'unsub', 'req'] as const;

/** Parses a client's message: `{"pong": ms}`, `{"ping": ms}`, or `sub`, `unsub`, `req` with a topic and an `id`. */
export function parseHtxRequest(text: string): HtxRequest {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    message = undefined;
  }
  const fields = isFields(message) ? message : {};
  const id = typeof fields['id'] === 'string' || typeof fields['id'] === 'number' ? fields['id'] : undefined;
  if (typeof fields['pong'] === 'number') return { kind: 'pong' };
  if (typeof fields['ping'] === 'number') return { kind: 'ping', at: fields['ping'] };
  const kind = ASKING.find((each) => Object.hasOwn(fields, each));
  const topic = kind && fields[kind];
  if (!kind || typeof topic !== 'string') return { kind: 'unreadable', id };
  return kind === 'req' ? { kind, topic, id, from: fields['from'], to: fields['to'] } : { kind, topic, id };
}
