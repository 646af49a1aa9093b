import { strikeShort } from './faults/short.ts';

strikeShort('machines');
