import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '@plimsoll/contract';
import { picture } from '../support/picture.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { whyNoSmallDisk } from './ground/small-disk.ts';

const ANSWERS_BETWEEN = 30;
const LEFT_BYTES = 4_096;

const SIZE = { width: 240, height: 320 };

interface Uploaded {
  readonly url: string;
  readonly fullurl: string;
}

async function upload(ground: Ground, seed: number): Promise<{ status: number; envelope: Envelope<Uploaded> }> {
  const form = new FormData();
  form.set('file', new Blob([picture(seed, SIZE)], { type: 'image/png' }), 'proof.png');
  const response = await fetch(`${await ground.url()}/api/api/common/upload`, {
    method: 'POST',
    headers: { Token: ground.records[0]?.token ?? '' },
    body: form,
  });
  const envelope: Envelope<Uploaded> = await response.json();
  return { status: response.status, envelope };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'ballast')
    .map(({ name }) => name);

async function fillOnce(ground: Ground, round: number): Promise<void> {
  const { disk } = ground;
  if (!disk) throw new Error('there is no small disk');
  const first = await upload(ground, 3 * round);
  if (first.envelope.code !== 1) ground.doubt(`with room on the disk an upload was refused: ${first.envelope.msg}`);
  const kept = filesIn(disk.folder);
  disk.fill(round % 2 === 0 ? 0 : LEFT_BYTES);
  const refused = await upload(ground, 3 * round + 1);
  if (refused.envelope.code === 1) ground.doubt('an upload was accepted with no room for it');
  if (refused.envelope.reason === 'internal_error')
    ground.doubt('a full disk was answered as if nobody had thought of it');
  await ground.untilAnswered(ANSWERS_BETWEEN);
  const left = filesIn(disk.folder).filter((name) => !kept.includes(name));
  if (left.length > 0) ground.doubt(`what could not be kept left ${left.join(', ')} behind`);
  const shown = await fetch(new URL(first.envelope.data?.url ?? '', await ground.url()));
  if (!shown.ok) ground.doubt(`an image that was kept answered ${shown.status} while the disk was full`);
  await shown.arrayBuffer();
  disk.makeRoom();
  const again = await upload(ground, 3 * round + 2);
  if (again.envelope.code !== 1) ground.doubt(`with room again an upload was refused: ${again.envelope.msg}`);
}

export const diskFull: Fault = {
  name: 'disk-full',
  does: 'fills the disk for uploads, lets a member upload and all members trade, and makes room again',
  times: { full: 20, short: 2 },
  needs: { smallDisk: true },
  whyNot: () => whyNoSmallDisk(),
  async strike(ground, { times }) {
    for (let round = 0; round < times; round += 1) await fillOnce(ground, round);
    return [
      `${times} times full, every second time but for ${LEFT_BYTES} bytes; uploads were refused, what was kept stayed readable, and with room they went on`,
      `${filesIn(join(ground.disk?.folder ?? '')).length} files lie there`,
    ];
  },
};
