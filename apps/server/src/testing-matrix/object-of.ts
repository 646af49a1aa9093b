import { z } from 'zod';

const OBJECT = z.record(z.string(), z.unknown());

/** A JSON object in a text; undefined for anything else. */
export function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return OBJECT.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
