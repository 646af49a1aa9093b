/** What is used of the chart library, in a chunk of its own: fetched where a chart is drawn and nowhere else. */
export {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineStyle,
  TickMarkType,
} from 'lightweight-charts';
