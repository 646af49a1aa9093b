/** Finds a dialog that lies over the page and has the keyboard; one that is closing has it no more. */
export const OPEN_DIALOG = ':is([role=dialog],[role=alertdialog]):not([data-closed])';
