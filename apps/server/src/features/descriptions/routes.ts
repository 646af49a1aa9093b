import { readFileSync } from 'node:fs';
import { memberCalls, ok } from '@plimsoll/contract';
import { guideText, memberApi, operatorApi, streamApi } from '@plimsoll/contract/descriptions';
import { operatorCalls } from '@plimsoll/contract/operator';
import {
  hotContent,
  type BytesRoute,
  type HotContent,
  type PageRoute,
  type RawRoute,
} from '../../platform/http/index.ts';
import { docsPage } from './page.ts';

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

const MEMBER_PAGE = { href: '/docs', text: 'Member API' };
const OPERATOR_PAGE = { href: '/operator/docs', text: 'Operator API' };

/** Pages to read and try the calls of both APIs. */
export const docsPages = ({ version }: Described): readonly PageRoute[] => [
  {
    path: MEMBER_PAGE.href,
    html: () =>
      docsPage(memberApi(memberCalls, { version }), {
        kind: 'member',
        beside: [
          { href: '/api/openapi.json', text: 'OpenAPI' },
          { href: '/api/asyncapi.json', text: 'The stream, AsyncAPI' },
          { href: '/llms.txt', text: 'llms.txt' },
          OPERATOR_PAGE,
        ],
      }),
  },
  {
    path: OPERATOR_PAGE.href,
    html: () =>
      docsPage(operatorApi(operatorCalls, { version }), {
        kind: 'operator',
        beside: [{ href: '/operator/api/openapi.json', text: 'OpenAPI' }, MEMBER_PAGE],
      }),
  },
];

/** A file of the pages, on this origin. */
export function pagePart(name: string, type: string): BytesRoute {
  const bytes = readFileSync(new URL(`page/${name}`, import.meta.url));
  return {
    path: `/docs/${name}`,
    open: async () => ok({ type, bytes, maxAgeSeconds: GUIDE_MAX_AGE_SECONDS, isCompressible: true }),
  };
}

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
