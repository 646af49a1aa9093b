import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` in one process at a time: two commands started together install once. The lock of an ended process is
 * taken over.
 */
export async function withLock(path, work) {
  for (let waited = 0; !take(path); waited += 1) {
    if (waited === 10) console.error('waiting for another command to finish preparing');
    await delay(100);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take(path) {
  try {
    writeFileSync(path, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isAlive(holder(path))) rmSync(path, { force: true });
  return false;
}

function holder(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0; // released meanwhile
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
