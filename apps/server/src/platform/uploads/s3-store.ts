import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { StoreAway, type ObjectStore } from './object-store.ts';

/** A bucket of an S3 store, addressed by path: `endpoint/bucket/name`. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A browser gives up after 15 s, and must get an answer before. */
const ANSWER_WITHIN_MS = 10_000;
/** Retries after answers that say "later". */
const MORE_TRIES = 1;

/** Uploads in a bucket, which its owner must keep private. Every request is signed with the hash of its body. */
export function s3Store({ endpoint, bucket, accessKey, secretKey, region }: S3Config): ObjectStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: MORE_TRIES,
  });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;

  async function ask(method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Uint8Array): Promise<Response> {
    const hash = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const headers = { 'X-Amz-Content-Sha256': hash, ...(bytes ? { 'Content-Type': 'application/octet-stream' } : {}) };
    // A view: `fetch` takes no shared memory.
    return client.fetch(`${base}/${name}`, {
      method,
      headers,
      signal,
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    });
  }

  async function orAway<T>(what: string, doing: () => Promise<T>): Promise<T> {
    try {
      return await doing();
    } catch (error) {
      throw error instanceof StoreAway ? error : new StoreAway(`an upload could not be ${what}`, { cause: error });
    }
  }

  /** Reads the whole body: the connection is reused. Throws unless it succeeded. */
  async function done(response: Response, what: string): Promise<void> {
    const body = await response.text();
    if (!response.ok) throw new StoreAway(`an upload could not be ${what}: ${response.status} ${codeIn(body) ?? ''}`);
  }

  const put: ObjectStore['put'] = (name, bytes) =>
    orAway('written', async () => done(await ask('PUT', name, bytes), 'written'));

  return {
    put,
    // A bucket has the one or the other, whatever happens.
    replace: put,
    get: (name) =>
      orAway('read', async () => {
        const response = await ask('GET', name);
        if (response.ok) return Buffer.from(await response.arrayBuffer());
        const code = codeIn(await response.text());
        if (code !== 'NoSuchKey') throw new StoreAway(`an upload could not be read: ${response.status} ${code ?? ''}`);
        return undefined;
      }),
    remove: (name) => orAway('removed', async () => done(await ask('DELETE', name), 'removed')),
  };
}

/** The error code of an S3 store. */
const codeIn = (xml: string): string | undefined => /<Code>(\w+)<\/Code>/.exec(xml)?.[1];
