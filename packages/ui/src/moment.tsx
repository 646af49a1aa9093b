import { formatTime } from '@plimsoll/i18n';
import { useReading } from './reading.ts';

interface MomentProps {
  readonly at: string;
  readonly format?: Parameters<typeof formatTime>[1]['style'];
}

/** A point in time, as the reader writes it. */
export function Moment({ at, format = 'full' }: MomentProps) {
  const reading = useReading();
  return (
    <time dateTime={at}>
      <bdi>{formatTime(at, { ...reading, style: format })}</bdi>
    </time>
  );
}
