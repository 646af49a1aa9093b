import { Icon, IconButton } from '@plimsoll/ui';
import { eye, eyeOff } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

/** A button that shows and hides figures. */
export function FiguresEye({ isHidden, onToggle }: { readonly isHidden: boolean; readonly onToggle: () => void }) {
  const t = useTranslations('assets.total');
  return (
    <IconButton mini label={t(isHidden ? 'show' : 'hide')} className="mx-0.5 -my-1" onClick={onToggle}>
      <Icon of={isHidden ? eyeOff : eye} size={18} />
    </IconButton>
  );
}
