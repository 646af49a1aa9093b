import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lost, Refusal } from './envelope.ts';
import { createUpload, type UploadOptions } from './upload.ts';

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  responseText = '';
  opened = '';
  body: FormData | undefined;
  aborted = false;
  open(method: string, path: string) {
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.aborted = true;
  }
  move(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: total > 0, loaded, total }));
  }
  answer(text: string) {
    this.responseText = text;
    this.dispatchEvent(new Event('load'));
  }
}

const PLACE = {
  url: '/api/uploads/x',
  fullurl: 'http://quay.example/api/uploads/x',
  data: { url: '/api/uploads/x', fullurl: 'http://quay.example/api/uploads/x' },
};
const photo = new Blob(['a picture'], { type: 'image/png' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function send(options: UploadOptions = {}, isOnline = true) {
  const request = new FakeRequest();
  const upload = createUpload({
    open: () => request as unknown as XMLHttpRequest,
    headers: () => ({ Token: 'mine', Lang: 'ar' }),
    isOnline: () => isOnline,
  });
  return { request, sent: upload(photo, options) };
}

test('a file is sent as the one part named file, with token and language, and its address is answered', async () => {
  const { request, sent } = send();
  expect(request.opened).toBe('POST /api/api/common/upload');
  expect(request.headers).toEqual({ Token: 'mine', Lang: 'ar' });
  expect([...(request.body?.keys() ?? [])]).toEqual(['file']);
  request.answer(JSON.stringify({ code: 1, msg: 'Done', data: PLACE }));
  expect(await sent).toEqual(PLACE);
});

test('progress rises to 99 while bytes go out, and is whole only with the answer', async () => {
  const reported: number[] = [];
  const { request, sent } = send({
    onProgress: (percent) => {
      reported.push(percent);
    },
  });
  for (const [loaded, total] of [
    [0, 200],
    [50, 200],
    [40, 200],
    [7, 0],
    [199, 200],
    [200, 200],
  ] as const)
    request.move(loaded, total);
  request.answer(JSON.stringify({ code: 1, msg: 'Done', data: PLACE }));
  await sent;
  expect(reported).toEqual([25, 99, 100]);
});

test('a refusal comes in the server’s words', async () => {
  const { request, sent } = send();
  request.answer(JSON.stringify({ code: 0, msg: 'No image', data: null, reason: 'bad_image' }));
  await expect(sent).rejects.toMatchObject(new Refusal(0, 'No image', 'bad_image', null));
});

test('an invalid answer and a broken connection are lost', async () => {
  const page = send();
  page.request.answer('<html>Bad gateway</html>');
  await expect(page.sent).rejects.toMatchObject({ name: 'Lost', kind: 'cut' });
  const broken = send();
  broken.request.dispatchEvent(new Event('error'));
  await expect(broken.sent).rejects.toMatchObject({ name: 'Lost', kind: 'cut' });
});

test('offline nothing is sent', async () => {
  const { request, sent } = send({}, false);
  await expect(sent).rejects.toMatchObject({ name: 'Lost', kind: 'unsent' });
  expect(request.body).toBeUndefined();
});

test('cancelling ends the request, before it began too', async () => {
  const control = new AbortController();
  const { request, sent } = send({ signal: control.signal });
  control.abort();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  expect(request.aborted).toBe(true);
  const late = send({ signal: control.signal });
  await expect(late.sent).rejects.toMatchObject({ name: 'AbortError' });
  expect(late.request.body).toBeUndefined();
});

test('a slow connection may take as long as bytes move; a silent one is given up', async () => {
  const { request, sent } = send();
  const failed = sent.catch((error: unknown) => error);
  for (let step = 1; step <= 10; step += 1) {
    vi.advanceTimersByTime(19_000);
    request.move(step, 20);
  }
  expect(request.aborted).toBe(false);
  vi.advanceTimersByTime(20_000);
  expect(await failed).toMatchObject({ kind: 'timeout' });
  expect(await failed).toBeInstanceOf(Lost);
  expect(request.aborted).toBe(true);
});
