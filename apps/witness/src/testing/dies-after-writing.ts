import { readFileSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { openKey } from '../key-file.ts';
import { folderMemory } from '../memory.ts';
import { Witness } from '../witness.ts';

// Takes one request, and is killed between the moment it is written down and the answer.

const { name, folder, keyFile, logs } = readConfig(process.env);
const memory = folderMemory(folder);
const witness = new Witness({
  key: openKey(keyFile, name),
  logs,
  nowMs: () => Date.now(),
  memory: {
    read: memory.read,
    write(origin, note) {
      memory.write(origin, note);
      process.kill(process.pid, 'SIGKILL');
    },
  },
});
process.stdout.write(`${witness.addCheckpoint(readFileSync(0, 'utf8')).kind}\n`);
