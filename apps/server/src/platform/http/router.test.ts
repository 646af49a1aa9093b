import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { RequestHandler } from './request.ts';
import { createRouter } from './router.ts';

/** The handler that a path is given to. */
function routed(url: string): string {
  let name = 'nobody';
  const handler =
    (mine: string): RequestHandler =>
    () => {
      name = mine;
    };
  const paths = ['/api/login', '/feed/depth', '/feed/*', '/feed/deep/*', '/links/*'];
  const route = createRouter({
    paths: new Map(paths.map((path) => [path, handler(path)])),
    areas: new Map([['/operator/api', handler('operator')]]),
    fallback: handler('fallback'),
    malformed: handler('malformed'),
  });
  route({ url } as IncomingMessage, {} as ServerResponse);
  return name;
}

test.each([
  ['/api/login', '/api/login'],
  ['/api/login?a=%zz', '/api/login'],
  ['/api/login/', 'fallback'],
  ['/API/login', 'fallback'],
  ['/feed/depth', '/feed/depth'],
  ['/feed/other', '/feed/*'],
  ['/feed/deep/other', '/feed/deep/*'],
  ['/feed/', '/feed/*'],
  ['/feed', 'fallback'],
  ['/operator/api', 'operator'],
  ['/operator/api/members/1?x', 'operator'],
  ['/operator/apis', 'fallback'],
  ['*', 'fallback'],
])('the path %s goes to %s', (url, name) => {
  expect(routed(url)).toBe(name);
});

test.each([
  ['/api/%6cogin', '/api/login'],
  ['/%61pi/login?a=1', '/api/login'],
  ['/api/%6cogin#part', '/api/login'],
  ['/feed/%64epth', '/feed/depth'],
  ['/links/%C3%A9', '/links/*'],
  // What means something in an address stays escaped, and is escaped once.
  ['/api%2Flogin', 'fallback'],
  ['/api/%256cogin', 'fallback'],
  ['/api/login%3Fa', 'fallback'],
  // The console knows its own paths as they are spelled.
  ['/operator/%61pi/session', 'fallback'],
])('an escaped path %s goes to %s', (url, name) => {
  expect(routed(url)).toBe(name);
});

test.each(['/market%zz', '/%', '/%C3', '/links/%E0%A4%A'])('the path %s cannot be decoded', (url) => {
  expect(routed(url)).toBe('malformed');
});

test('a request with an absolute address is routed by its path', () => {
  expect(routed('http://host/api/login')).toBe('/api/login');
  expect(routed('https://host:1/api/%6cogin?a')).toBe('/api/login');
  expect(routed('http://host/market')).toBe('fallback');
});
