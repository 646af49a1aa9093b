/** The server's HTTP face (docs/ARCHITECTURE.md, "A request"). */
export { buildHttp, type HttpDeps } from './build-http.ts';
export { HotContent, hotContent } from './hot.ts';
export {
  doorRoute,
  operatorRoute,
  type DoorContext,
  type OperatorContext,
  type OperatorIdentity,
  type OperatorRoute,
} from './operator-route.ts';
export { securityText } from './security-text.ts';
export {
  memberRoute,
  publicRoute,
  type BytesRoute,
  type LinkedBytes,
  type RawRequest,
  type RawRoute,
  type Route,
} from './route.ts';
