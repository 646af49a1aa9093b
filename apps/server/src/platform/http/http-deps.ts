import type { Settings } from '@plimsoll/contract';
import type { Clock } from '../clock.ts';
import type { Db } from '../db.ts';
import type { Log } from '../log.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import type { SecretOrSecrets } from '../secret.ts';
import type { Throttles } from '../throttles.ts';
import type { ErrorLog } from './errors.ts';
import type { Readiness } from './health.ts';
import type { MemberCallDeps } from './member-calls.ts';
import type { OperatorCallDeps } from './operator-calls.ts';
import type { OperatorRoute } from './operator-route.ts';
import type { BytesRoute, PageRoute, ProgramRoute, RawRoute, Route, SignedCalls } from './route.ts';
import type { Spans } from './spans.ts';

export interface HttpDeps {
  readonly routes: readonly Route[];
  /** Public paths outside `/api` with a form of their own. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Paths of members' programs, which sign their requests. */
  readonly programRoutes?: readonly ProgramRoute[];
  /** Signatures of calls below `/api`. */
  readonly signedCalls?: SignedCalls;
  readonly bytesRoutes?: readonly BytesRoute[];
  /** Those below the console's path are for the networks that it answers. */
  readonly pageRoutes?: readonly PageRoute[];
  readonly sessions: MemberCallDeps['sessions'];
  readonly settings: () => Settings;
  readonly db: Db;
  /** Key of the hashes of keyed requests; the same in every process. */
  readonly bodySecret: SecretOrSecrets;
  readonly clock: Clock;
  readonly log: ErrorLog;
  /** For `/readyz`. */
  readonly readiness: Readiness;
  /** For `/readyz/feed`. Default: always. */
  readonly isFeedFresh?: () => boolean;
  /** True once the server is ending: answers then close their connection. */
  readonly isEnding?: () => boolean;
  readonly appFolder: string;
  /** Networks of proxies (`10.0.0.0/8`) that are believed about the client. */
  readonly trustProxy?: readonly string[];
  readonly console?: {
    readonly routes: readonly OperatorRoute[];
    /** Paths below it with a form of their own, without a login. */
    readonly rawRoutes?: readonly RawRoute[];
    readonly identify: OperatorCallDeps['identify'];
    readonly folder: string;
    /** Networks it answers; none: all. */
    readonly allow?: readonly string[];
  };
  readonly figures?: RequestFigures | undefined;
  /** Sends spans of requests to a collector. */
  readonly spans?: Pick<Spans, 'watched'>;
  /** The part of requests that are logged; none without. */
  readonly accessLog?: { readonly part: number; readonly log: Pick<Log, 'info'> };
  /** A member's calls that move money, a second. */
  readonly moneyTurnsPerSecond?: number;
  /** Without, counts are this process's. */
  readonly throttles?: Throttles;
  /** For tests. */
  readonly checkAnswers?: boolean;
}
