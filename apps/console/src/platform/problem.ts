import { HttpError } from 'ra-core';
import type { PasskeyRequest, WorkAsked } from '@plimsoll/contract';
import type { OperatorReason, Problem } from '@plimsoll/contract/operator';

/** No answer came. */
type Lost = 'lost';

/** The body of a refusal; ra-core shows `errors` beside their fields. */
interface ProblemBody {
  readonly reason: OperatorReason | Lost;
  readonly errors?: Readonly<Record<string, string>>;
  readonly work?: WorkAsked;
  readonly passkey?: PasskeyRequest;
}

/** A key of the catalogue: translated where it is shown. */
const LOST_WORDS = 'console.problem.lost';

/** No answer: the call may have taken effect. */
export const lost = (): HttpError => new HttpError(LOST_WORDS, 0, { reason: 'lost' } satisfies ProblemBody);

/** A refusal in the server's words. */
export function refusal(status: number, problem: Partial<Problem> | null): HttpError {
  const { title, reason = 'internal_error', field, work, passkey } = problem ?? {};
  const words = title ?? LOST_WORDS;
  return new HttpError(words, status, {
    reason,
    ...(field === undefined ? {} : { errors: { [field]: words } }),
    ...(work ? { work } : {}),
    ...(passkey ? { passkey } : {}),
  } satisfies ProblemBody);
}

/** Every `HttpError` of the console is made by {@link lost} or {@link refusal}. */
function bodyOf(error: unknown): Partial<ProblemBody> | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const body: Partial<ProblemBody> = error.body;
  return body;
}

/** The reason of a refusal; undefined for other errors. */
export const reasonOf = (error: unknown): OperatorReason | Lost | undefined => bodyOf(error)?.reason;

/** The work that the server wants before a login. */
export const workOf = (error: unknown): WorkAsked | undefined => bodyOf(error)?.work;

/** The passkey request that a refusal brings. */
export const passkeyOf = (error: unknown): PasskeyRequest | undefined => bodyOf(error)?.passkey;

/** Fields of reasons that come without one. */
const FIELDS: Partial<Record<OperatorReason | Lost, string>> = {
  remark_needed: 'remark',
  bad_amount: 'amount',
  amount_not_positive: 'amount',
  amount_above_maximum: 'amount',
  wrong_password: 'password',
  wrong_code: 'code',
  bad_password: 'newpassword',
};

/** The field of a refusal. */
export function fieldOf(error: unknown): string | undefined {
  const body = bodyOf(error);
  return body && (Object.keys(body.errors ?? {})[0] ?? FIELDS[body.reason ?? 'lost']);
}

/** True when the screen shows an old state. */
export const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;
