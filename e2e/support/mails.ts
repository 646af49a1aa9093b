import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function textOf(file: string): string {
  const [head = '', ...body] = file.split(/\r?\n\r?\n/);
  const text = body.join('\n\n');
  const border = /boundary="([^"]+)"/.exec(head)?.[1];
  if (border !== undefined)
    return [
      head,
      ...text
        .split(`--${border}`)
        .slice(1, -1)
        .map((part) => textOf(part.trimStart())),
    ].join('\n\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return head + Buffer.from(text, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return file;
  return (
    head +
    decodeURIComponent(
      text
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('%', '%25')
        .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
    )
  );
}

/** Mails that a server without SMTP wrote to its folder, oldest first. */
export function mailsOf(dataDir: string): string[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => textOf(readFileSync(join(folder, name), 'utf8')));
}
