/** The keys of an object written as JSON; none of anything else. */
export function keysOf(json: string): string[] {
  const content: unknown = JSON.parse(json);
  return typeof content === 'object' && content !== null ? Object.keys(content) : [];
}

/** The text under a path of keys in JSON; undefined where there is none. */
export function textAt(json: string, ...path: readonly string[]): string | undefined {
  let value: unknown = JSON.parse(json);
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(key);
  }
  return typeof value === 'string' ? value : undefined;
}
