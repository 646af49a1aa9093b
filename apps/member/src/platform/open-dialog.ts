/** Finds a dialog, or an alert's, that lies over the page and has the keyboard; one that is closing has it no more. */
export const OPEN_DIALOG = '[role$=dialog]:not([data-closed])';
