import { HttpError } from 'ra-core';
import type { PasskeyRequest, WorkAsked } from '@plimsoll/contract';
import type { OperatorReason, Problem } from '@plimsoll/contract/operator';

/** Why a call came to nothing besides the server's own reasons: no answer came. */
type Lost = 'lost';

/** What ra-core reads off a refusal: `errors` go beside their fields. */
interface ProblemBody {
  readonly reason: OperatorReason | Lost;
  readonly errors?: Readonly<Record<string, string>>;
  readonly work?: WorkAsked;
  readonly passkey?: PasskeyRequest;
}

/** Words for a call that nobody answered; turned into the reader's language where they are shown. */
const LOST_WORDS = 'console.problem.lost';

/** No answer: nothing is known of what became of the call. */
export const lost = (): HttpError => new HttpError(LOST_WORDS, 0, { reason: 'lost' } satisfies ProblemBody);

/** A refusal of the server, in its own words. A problem of one field stands beside it. */
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

/** The body of a refusal: every `HttpError` of the console is made by {@link lost} or {@link refusal}. */
function bodyOf(error: unknown): Partial<ProblemBody> | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const body: Partial<ProblemBody> = error.body;
  return body;
}

/** The reason of a refusal; undefined for anything else that was thrown. */
export const reasonOf = (error: unknown): OperatorReason | Lost | undefined => bodyOf(error)?.reason;

/** The work that is taken in the place of a wait; undefined where none is. */
export const workOf = (error: unknown): WorkAsked | undefined => bodyOf(error)?.work;

/** What a passkey may sign instead of a code; undefined where none is asked for. */
export const passkeyOf = (error: unknown): PasskeyRequest | undefined => bodyOf(error)?.passkey;

/** The field that a reason is about, where the server names none because it found out later than the form. */
const FIELDS: Partial<Record<OperatorReason | Lost, string>> = {
  remark_needed: 'remark',
  bad_amount: 'amount',
  amount_not_positive: 'amount',
  amount_above_maximum: 'amount',
  wrong_password: 'password',
  wrong_code: 'code',
  bad_password: 'newpassword',
};

/** The field that is wrong, where one is. */
export function fieldOf(error: unknown): string | undefined {
  const body = bodyOf(error);
  return body && (Object.keys(body.errors ?? {})[0] ?? FIELDS[body.reason ?? 'lost']);
}

/** True when somebody else was faster: what is on the screen is old. */
export const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;
