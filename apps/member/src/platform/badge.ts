import type { ReactNode } from 'react';
import { createStore } from './store.ts';

/** What a tab of the main navigation is marked with: options that ended while another screen was open. */
export const optionsBadge = createStore<ReactNode>(null);
