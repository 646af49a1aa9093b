import type { Envelope, Reason } from '@plimsoll/contract';

/** The server refused, in its own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Business code of the envelope: 0, 201, 204, 401, or a transport status. */
  readonly code: number;
  readonly reason: Reason | undefined;
  /** What is needed to go on, where the refusal asks for more. */
  readonly data: unknown;
  constructor(code: number, message: string, reason?: Reason, data?: unknown) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.data = data;
  }
}

/** No readable answer came: the outcome of the request is unknown, unless it was never sent. */
export class Lost extends Error {
  override readonly name = 'Lost';
  readonly kind: 'unsent' | 'timeout' | 'cut';
  constructor(kind: 'unsent' | 'timeout' | 'cut') {
    super(kind);
    this.kind = kind;
  }
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';

export interface Success {
  readonly data: unknown;
  readonly msg: string;
}

/**
 * Reads an answer by its business code (WIRE 1.2): 1 is success; any other throws a {@link Refusal}; a body that is
 * no envelope throws {@link Lost}.
 */
export function readEnvelope(body: unknown): Success {
  if (!isEnvelope(body)) throw new Lost('cut');
  if (body.code === 1) return { data: body.data, msg: body.msg };
  throw new Refusal(body.code, body.msg, body.reason, body.data);
}
