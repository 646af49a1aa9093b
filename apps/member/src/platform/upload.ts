import type { Answer } from '@plimsoll/contract';
import { Lost, readEnvelope } from './envelope.ts';

/** Where files are sent: the call's name is its path below `/api/`. */
const PATH = '/api/api/common/upload';
/** Longest silence, in ms. A slow connection may take its time while bytes move. */
const STALLED_AFTER_MS = 20_000;
/** All bytes are sent, and the picture is being checked. */
const ALL_SENT_PERCENT = 99;

export interface UploadTransport {
  readonly open: () => XMLHttpRequest;
  /** `Token` and `Lang` at the time of sending. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly isOnline: () => boolean;
}

export interface UploadOptions {
  readonly onProgress?: (percent: number) => void;
  /** Cancels: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Sends one image. Rejects with a `Refusal` (`bad_image`, …) or {@link Lost}; sending again does no harm. */
export type Upload = (file: Blob, options?: UploadOptions) => Promise<Answer<'api/common/upload'>>;

/** Makes an {@link Upload}, by XMLHttpRequest because `fetch` has no progress of a body. */
export function createUpload({ open, headers, isOnline }: UploadTransport): Upload {
  return (file, { onProgress, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (!isOnline()) return reject(new Lost('unsent'));
      const request = open();
      let percent = 0;
      let watch: ReturnType<typeof setTimeout> | undefined;
      const cancel = () =>
        end(() => {
          request.abort();
          reject(signal?.reason);
        });
      const end = (settle: () => void) => {
        clearTimeout(watch);
        signal?.removeEventListener('abort', cancel);
        settle();
      };
      const moved = () => {
        clearTimeout(watch);
        watch = setTimeout(
          () =>
            end(() => {
              request.abort();
              reject(new Lost('timeout'));
            }),
          STALLED_AFTER_MS,
        );
      };
      const report = (now: number) => {
        if (now > percent) onProgress?.((percent = now));
      };
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        moved();
        if (lengthComputable && total > 0) report(Math.min(ALL_SENT_PERCENT, Math.floor((loaded / total) * 100)));
      });
      request.addEventListener('error', () => end(() => reject(new Lost('cut'))));
      request.addEventListener('load', () =>
        end(() => {
          try {
            const { data } = readEnvelope(parsed(request.responseText));
            if (!isUploaded(data)) throw new Lost('cut');
            report(100);
            resolve(data);
          } catch (error) {
            reject(error);
          }
        }),
      );
      signal?.addEventListener('abort', cancel);
      request.open('POST', PATH);
      for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
      const body = new FormData();
      body.append('file', file);
      moved();
      request.send(body);
    });
}

const isUploaded = (data: unknown): data is Answer<'api/common/upload'> =>
  typeof data === 'object' && data !== null && 'url' in data;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Lost('cut');
  }
}
