import {
  checkpointText,
  cosignText,
  formatVerifierKey,
  joinNote,
  leafHash,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signText,
  toBase64,
  type VerifySignature,
} from '@plimsoll/proof/log';
import { keyPair, LOG, verifySignature, WITNESS } from '../verifiers/log.ts';
import { demand } from './values.ts';

// Vectors of signed notes, checkpoints and cosignatures (PROOF 2.3, 4).

const verify: VerifySignature = verifySignature;
const STRANGER = keyPair('stranger.example', 'ed25519', 8);
/** Of the log's name, and not its key. */
const FORGER = keyPair(LOG.key.name, 'ed25519', 9);
const KEYS = [LOG.key, WITNESS.key];
const SECONDS = 1_795_348_800;
const ROOT = leafHash(Buffer.from('entry 0'));

const TEXT = checkpointText({ origin: LOG.key.name, size: 1, root: ROOT });
const signed = (text: string): string => signText(text, LOG.key, LOG.sign);
const cosigned = (text: string): string => cosignText(text, WITNESS.key, WITNESS.sign, SECONDS);
const unknown = (text: string): string => signText(text, STRANGER.key, STRANGER.sign);
const forged = (text: string): string => signText(text, FORGER.key, FORGER.sign);

const NOTES = [
  joinNote(TEXT, [signed(TEXT)]),
  joinNote(TEXT, [signed(TEXT), cosigned(TEXT)]),
  joinNote(TEXT, [unknown(TEXT), signed(TEXT), forged(TEXT)]),
  joinNote(TEXT, [unknown(TEXT)]),
  joinNote(TEXT, [signed(TEXT), signed(TEXT)]),
  joinNote('one\n\ntwo é\n', [signed('one\n\ntwo é\n')]),
];

/** A signature line whose bytes are those of another text. */
const wrong = signed('another text\n');
const NO_NOTES: readonly (readonly [note: string, why: string])[] = [
  [joinNote(TEXT, [wrong]), 'a wrong signature of a known key'],
  [joinNote(TEXT, [signed(TEXT), cosigned('another text\n')]), 'a wrong cosignature of a known key'],
  [joinNote(TEXT, [signed(TEXT).trimEnd()]), 'no newline at the end'],
  [joinNote(TEXT, []), 'no signature line'],
  [`${TEXT}${signed(TEXT)}`, 'no empty line'],
  [joinNote(TEXT, [signed(TEXT).replace('\u2014', '-')]), 'a hyphen for the dash'],
  [joinNote(TEXT, [signed(TEXT).replace('\u2014 ', '\u2014  ')]), 'two spaces'],
  [joinNote(TEXT, [signed(TEXT).replace(/=+\n/, '\n')]), 'base64 without padding'],
  [joinNote(TEXT, [`\u2014 ${STRANGER.key.name} AAAA\n`]), 'a signature without an id'],
  [joinNote(TEXT, [signed(TEXT)]).replaceAll('\n', '\r\n'), 'carriage returns'],
  [joinNote('a\ttab\n', [signed('a\ttab\n')]), 'a control character'],
];

const CHECKPOINTS = [
  NOTES[0] ?? '',
  NOTES[1] ?? '',
  ...['0', '9007199254740991'].map((size) => ofText(TEXT.replace('\n1\n', `\n${size}\n`))),
  ofText(`${TEXT}an extension\n`),
];
/** With the name that verifiers give to what is wrong. */
const NO_CHECKPOINTS: readonly (readonly [note: string, wrong: string, why: string])[] = [
  [joinNote(TEXT, [wrong]), 'checkpoint-signature', 'a wrong signature'],
  [joinNote(TEXT, [unknown(TEXT)]), 'checkpoint-signature', 'no known key'],
  [joinNote(TEXT, [forged(TEXT)]), 'checkpoint-signature', 'another key of the log’s name'],
  [joinNote(TEXT, [cosigned(TEXT)]), 'checkpoint-signature', 'a witness alone'],
  [ofText(TEXT.replace(LOG.key.name, 'other.example/log')), 'checkpoint-signature', 'another origin'],
  [ofText(TEXT.replace('\n1\n', '\n01\n')), 'checkpoint', 'a leading zero'],
  [ofText(TEXT.replace('\n1\n', '\n-1\n')), 'checkpoint', 'a sign'],
  [ofText(TEXT.replace('\n1\n', '\n\n')), 'checkpoint', 'no size'],
  [ofText(`${LOG.key.name}\n1\n${toBase64(ROOT.slice(1))}\n`), 'checkpoint', 'a root of 31 bytes'],
  [ofText(`${LOG.key.name}\n1\n`), 'checkpoint', 'no root'],
];

function ofText(text: string): string {
  return joinNote(text, [signed(text)]);
}

const WITNESS_LINE = formatVerifierKey(WITNESS.key);
const NO_KEYS: readonly (readonly [line: string, why: string])[] = [
  [WITNESS_LINE.replace('witness', 'w1tness'), 'the id of another name'],
  [WITNESS_LINE.replace('+BI', '+AY'), 'the id of another type'],
  [WITNESS_LINE.replace('witness.', 'wit ness.'), 'a space in the name'],
  [WITNESS_LINE.slice(0, -4), 'a key cut off'],
  [WITNESS_LINE.slice(WITNESS_LINE.indexOf('+')), 'no name'],
  ['witness.example', 'a name alone'],
];

/** Notes as they open with the keys, and checkpoints as they read; `refused` ones do neither. */
export function noteVectors(): unknown {
  const notes = NOTES.map((note) => {
    const opened = openNote(note, KEYS, verify);
    demand(opened !== undefined, note);
    const signatures = opened?.signatures.map(({ key, atSeconds }) => ({ name: key.name, time: atSeconds ?? null }));
    return { note, text: opened?.text, signatures };
  });
  const checkpoints = CHECKPOINTS.map((note) => {
    const read = parseCheckpoint(openNote(note, KEYS, verify)?.text ?? '');
    demand(read !== undefined, note);
    return { note, origin: read?.origin, size: read?.size, root: read && toBase64(read.root) };
  });
  for (const [note] of NO_NOTES) demand(openNote(note, KEYS, verify) === undefined, note);
  for (const [note, name] of NO_CHECKPOINTS)
    demand(name !== 'checkpoint' || parseCheckpoint(openNote(note, KEYS, verify)?.text ?? '') === undefined, note);
  for (const [line] of NO_KEYS) demand(parseVerifierKey(line) === undefined, line);
  return {
    log_keys: [formatVerifierKey(LOG.key)],
    witnesses: [WITNESS_LINE],
    refused_keys: NO_KEYS.map(([line, why]) => ({ line, why })),
    notes,
    refused_notes: NO_NOTES.map(([note, why]) => ({ note, why })),
    checkpoints,
    refused_checkpoints: NO_CHECKPOINTS.map(([note, wrong, why]) => ({ note, wrong, why })),
  };
}
