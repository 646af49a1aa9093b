import { CARD_NUMBER_LENGTH, IMAGE_MAX_BYTES, PASSWORD_LENGTH } from '@plimsoll/contract/figures';
import { formatMegabytes, formatRange } from '@plimsoll/i18n/measures';
import { useReading } from '@plimsoll/ui';

/** Sizes and lengths of rules that no setting changes, as the reader writes them: values of messages. */
export function useFigures() {
  const reading = useReading();
  return {
    /** Of an image. */
    size: formatMegabytes(IMAGE_MAX_BYTES, reading),
    /** Of a password of any characters. */
    long: formatRange(PASSWORD_LENGTH.any, reading),
    /** Of a password of letters and digits. */
    short: formatRange(PASSWORD_LENGTH.plain, reading),
    /** Of a card's or account's number. */
    length: formatRange(CARD_NUMBER_LENGTH, reading),
  };
}
