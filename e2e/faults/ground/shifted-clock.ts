import { readFileSync } from 'node:fs';

// Loaded into a server before its own code (`node --import`): shifts the machine's time by the milliseconds in
// CLOCK_FILE. SIGUSR2 reads it again, as if the machine's clock was set; timers are unaffected.

const file = process.env['CLOCK_FILE'] ?? '';
const machineNow = Date.now.bind(Date);
const read = (): number => Number(readFileSync(file, 'utf8'));

let shiftMs = read();
Date.now = () => machineNow() + shiftMs;
process.on('SIGUSR2', () => {
  shiftMs = read();
});
