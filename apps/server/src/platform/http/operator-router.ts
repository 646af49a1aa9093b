import { noFields } from './fields.ts';
import type { Fields } from './route.ts';
import type { OperatorRoute } from './operator-route.ts';

interface Pattern {
  readonly parts: readonly string[];
  readonly byMethod: Map<string, OperatorRoute>;
}

/** A route with the fields of its path, or the methods that the path has. */
export type OperatorMatch =
  | { readonly route: OperatorRoute; readonly fromPath: Fields }
  | { readonly allow: readonly string[] };

const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

/**
 * Finds console calls by method and path (`/members/{id}`, below the console's base, without its first slash);
 * undefined when no call has the path.
 */
export function operatorRouter(
  routes: readonly OperatorRoute[],
): (path: string, method: string) => OperatorMatch | undefined {
  const patterns = patternsOf(routes);
  return (path, method) => {
    const parts = path.split('/');
    for (const pattern of patterns) {
      const fromPath = fieldsIn(pattern, parts);
      if (!fromPath) continue;
      const route = pattern.byMethod.get(method === 'HEAD' ? 'GET' : method);
      return route ? { route, fromPath } : { allow: [...pattern.byMethod.keys()] };
    }
    return undefined;
  };
}

/** Fixed parts first: `/operators/me` is not an id. */
function patternsOf(routes: readonly OperatorRoute[]): readonly Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const route of routes) {
    const { path, method } = route.call;
    const pattern = patterns.get(path) ?? { parts: path.slice(1).split('/'), byMethod: new Map() };
    pattern.byMethod.set(method, route);
    patterns.set(path, pattern);
  }
  const names = ({ parts }: Pattern) => parts.filter(nameIn).length;
  return [...patterns.values()].sort((a, b) => names(a) - names(b));
}

function fieldsIn({ parts }: Pattern, path: readonly string[]): Fields | undefined {
  if (parts.length !== path.length) return undefined;
  const fields = noFields();
  for (const [at, part] of parts.entries()) {
    const name = nameIn(part);
    if (name !== undefined) fields[name] = path[at];
    else if (part !== path[at]) return undefined;
  }
  return fields;
}
