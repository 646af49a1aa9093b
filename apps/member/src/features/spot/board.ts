/** Where the chart stands beside the column, from 900 px up. */
export const BOARD = 'board board-spot fixed inset-y-0 start-0 end-110 border-e bg-bg';
/** The chart's height on a phone. */
export const FOLDED_OUT_HEIGHT = 348;
