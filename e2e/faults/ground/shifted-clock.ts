import { readFileSync } from 'node:fs';

// Loaded into a server before its own first line (`node --import`): the machine's time, moved by as many milliseconds
// as the file CLOCK_FILE says. SIGUSR2 reads it anew, as if somebody had set the machine's clock. Timers go on as they
// do then.

const file = process.env['CLOCK_FILE'] ?? '';
const machineNow = Date.now.bind(Date);
const read = (): number => Number(readFileSync(file, 'utf8'));

let shiftMs = read();
Date.now = () => machineNow() + shiftMs;
process.on('SIGUSR2', () => {
  shiftMs = read();
});
