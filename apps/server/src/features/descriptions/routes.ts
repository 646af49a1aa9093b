import { memberCalls, ok } from '@plimsoll/contract';
import { guideText, memberApi, operatorApi, streamApi } from '@plimsoll/contract/descriptions';
import { operatorCalls } from '@plimsoll/contract/operator';
import { hotContent, type BytesRoute, type HotContent, type RawRoute } from '../../platform/http/index.ts';

export interface Described {
  /** The product's. */
  readonly version: string;
  /** `https://host`; known once the server listens. */
  readonly origin: () => string;
}

const GUIDE_MAX_AGE_SECONDS = 3600;

/** Made at the first request: few servers are ever asked. */
function onceAsked(make: () => object): () => HotContent {
  let made: HotContent | undefined;
  return () => (made ??= hotContent(make()));
}

/** Descriptions of the member API, of the stream, and, below the console, of the operator API. */
export const describedPaths = ({
  version,
}: Described): { readonly rawRoutes: readonly RawRoute[]; readonly consoleRawRoutes: readonly RawRoute[] } => ({
  rawRoutes: [
    { path: '/api/openapi.json', answer: onceAsked(() => memberApi(memberCalls, { version })) },
    { path: '/api/asyncapi.json', answer: onceAsked(() => streamApi({ version })) },
  ],
  consoleRawRoutes: [
    { path: '/operator/api/openapi.json', answer: onceAsked(() => operatorApi(operatorCalls, { version })) },
  ],
});

/** `/llms.txt`. */
export const guidePath = ({ origin }: Described): BytesRoute => ({
  path: '/llms.txt',
  open: async () =>
    ok({
      type: 'text/markdown; charset=utf-8',
      bytes: Buffer.from(guideText(memberCalls, { origin: origin() })),
      maxAgeSeconds: GUIDE_MAX_AGE_SECONDS,
      isCompressible: true,
    }),
});
