/**
 * The kit both apps are built of. No fetching. Icons: `@plimsoll/ui/icons-shell`, `…/icons-screens` and `…/icons-panel`.
 */
import './css-variables.ts';

export { AddressText } from './address-text.tsx';
export { AmountField } from './amount-field.tsx';
export { BottomBar, useFootHeight } from './bottom-bar.tsx';
export {
  Button,
  buttonClass,
  IconButton,
  linkClass,
  loneLinkClass,
  type ButtonKind,
  type ButtonProps,
} from './button.tsx';
export { wayBetween, wayOf, type Way } from './change.ts';
export { ChipSelect } from './chip-select.tsx';
export { Chips, MARKS, Marks, Seg } from './choice.tsx';
export { CoinFigure } from './coin-figure.tsx';
export { CoinLogos, CoinMark, Pair } from './coin-mark.tsx';
export { Contours } from './contours.tsx';
export { CountdownRing, MarkRing, SmallRing } from './countdown-ring.tsx';
export { DecimalInput } from './decimal-input.tsx';
export { EndlessList, type Pages } from './endless-list.tsx';
export { Check, Field, PasswordField, SwitchMark, Unit, type FieldProps } from './field.tsx';
export { Chg, Compact, Count, Figure, figures, type FigureProps } from './figure.tsx';
export { Legend, Live, Load } from './gauges.tsx';
export { addressGroups, inFours, shownNumber, type Group } from './groups.ts';
export { Icon, type IconShape } from './icon.tsx';
export { ImageField, type ImageFieldProps, type ImageSlot } from './image-field.tsx';
export { Bounded, LazyBoundary, lazyPart, type LazyPart } from './lazy-part.tsx';
export { Logo, Mark } from './logo.tsx';
export { MeasuredSteps, type MeasuredStep } from './measured-steps.tsx';
export { Dialog, Panel, Sheet, warmOverlays } from './overlays.tsx';
export { overlays, useBackToClose } from './overlay-history.ts';
export { columnsFor, Facts, Note, Progress, Range, Summary, Tag, type SummaryRow, type TagKind } from './pieces.tsx';
export { Moment } from './moment.tsx';
export { useIsOnline } from './online.ts';
export { Presets } from './presets.tsx';
export { PullToRefresh } from './pull-to-refresh.tsx';
export { QrCode } from './qr-code.tsx';
export { ReadingContext, useReading, type Reading } from './reading.ts';
export { LimitLine, LoadLine, MarkScale } from './scales.tsx';
export { SlideToConfirm } from './slide-to-confirm.tsx';
export { SkeletonBlock, Empty, ErrorState, Loading, RowSkeleton, StaleBar } from './states.tsx';
export { SubmitButton } from './submit-button.tsx';
export { Tabs, type Choice } from './tabs.tsx';
export { Timeline, type StepState, type TimelineStep } from './timeline.tsx';
export { dismissToast, showToast, toastStore, type ToastAction, type ToastKind } from './toast.ts';
export { WholeStepper } from './whole-stepper.tsx';
