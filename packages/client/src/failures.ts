/** The server refused: nothing was changed. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** A stable word for programs: `insufficient_balance`. */
  readonly reason: string;
  /** 0 by a rule, 201 switched off or not fresh, 204 does not exist, 401 no login; others are HTTP statuses. */
  readonly code: number;
  /** What is needed to go on, where the refusal asks for more. */
  readonly data: unknown;
  /** Seconds to wait, of `too_many_requests` and `not_ready`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    about: {
      readonly reason: string;
      readonly code: number;
      readonly data: unknown;
      readonly retryAfterSeconds: number | undefined;
    },
  ) {
    super(message);
    this.reason = about.reason;
    this.code = about.code;
    this.data = about.data;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** No readable answer came. What was asked may have been done, unless the call has no effect or its key is sent again. */
export class Lost extends Error {
  override readonly name = 'Lost';
}
