import { strikeShort } from './faults/short.ts';

strikeShort('failing');
