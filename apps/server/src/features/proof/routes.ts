import { ok, refuse } from '@plimsoll/contract';
import { getReceipt as getReceiptCall } from '@plimsoll/contract/proof';
import { memberRoute, type BytesRoute, type Route } from '../../platform/http/index.ts';
import type { WitnessAddress } from './ask-witness.ts';
import { getReceipt, type ReceiptDeps } from './get-receipt.ts';
import type { LogSigner } from './log-key.ts';
import type { PublishedLog } from './published-log.ts';

const LOG_PATH = '/log/';
const BUILD = /^build\/([0-9a-f]{64})$/;
const TEXT = 'text/plain; charset=utf-8';
/** Checkpoints come each second. */
const CHECKPOINT_SECONDS = 1;
const VKEY_SECONDS = 5;

/** The calls of receipts (docs/wire/proof.md). */
export const proofRoutes = (deps: ReceiptDeps): readonly Route[] => [
  memberRoute(getReceiptCall, (input, { memberId }) => getReceipt(deps, memberId, input)),
];

/** The log's files (C2SP tlog-tiles, PROOF 2). Every other path below it is refused. */
export const logRoutes = (
  log: PublishedLog,
  signer: LogSigner,
  witnesses: readonly WitnessAddress[],
): readonly BytesRoute[] => [
  {
    path: `${LOG_PATH}*`,
    isForAllOrigins: true,
    async open({ path }) {
      const name = path.slice(LOG_PATH.length);
      if (name === 'checkpoint') {
        const published = await log.published();
        return published
          ? ok({ type: TEXT, bytes: published.note, maxAgeSeconds: CHECKPOINT_SECONDS })
          : refuse('unknown_path');
      }
      if (name === 'vkey')
        return ok({ type: TEXT, bytes: Buffer.from(await signer.vkeys()), maxAgeSeconds: VKEY_SECONDS });
      if (name === 'witnesses') {
        const vkeys = witnesses.map(({ vkey }) => `${vkey}\n`).join('');
        return ok({ type: TEXT, bytes: Buffer.from(vkeys), maxAgeSeconds: VKEY_SECONDS });
      }
      const list = BUILD.exec(name)?.[1];
      if (list !== undefined) {
        const text = await log.build(list);
        return text ? ok({ type: TEXT, bytes: text, isForEver: true, isCompressible: true }) : refuse('unknown_path');
      }
      const bytes = path.startsWith(LOG_PATH) ? await log.file(name) : undefined;
      const type = 'application/octet-stream';
      // Tiles are hashes: nothing makes them smaller.
      const isCompressible = name.startsWith('tile/entries/');
      return bytes ? ok({ type, bytes, isForEver: true, isCompressible }) : refuse('unknown_path');
    },
  },
];
