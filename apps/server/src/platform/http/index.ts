/** The HTTP server: docs/ARCHITECTURE.md, "A request". */
export { createHttpServer, type HttpServer } from './http-server.ts';
export type { HttpDeps } from './http-deps.ts';
export { HotContent, hotContent } from './hot.ts';
export {
  operatorRoute,
  publicOperatorRoute,
  type OperatorContext,
  type OperatorIdentity,
  type OperatorRoute,
  type PublicOperatorContext,
} from './operator-route.ts';
export { Plans } from './plans.ts';
export { securityText } from './security-txt.ts';
export {
  commandRoute,
  memberRoute,
  publicRoute,
  type BytesRoute,
  type LinkedBytes,
  type PageRoute,
  type ProgramRoute,
  type RawRequest,
  type Fields,
  type MemberContext,
  type RawRoute,
  type Route,
  type SignedCall,
  type SignedCalls,
  type Signer,
} from './route.ts';
