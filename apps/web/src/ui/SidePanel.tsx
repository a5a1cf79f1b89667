import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { CloseIcon } from './icons.tsx';
import classes from './SidePanel.module.css';

interface SidePanelProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** True for a form: wide, and the whole screen of a phone. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel at the side, over the page; Escape and a press beside it close it. */
export function SidePanel({ isOpen, title, isWide = false, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  if (!isOpen) return null;
  return (
    <Dialog
      className={classes.panel}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={titleId} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          <IconButton label={t('ui.close')} onClick={onClose}>
            <CloseIcon size={22} />
          </IconButton>
        </div>
        {children}
      </div>
    </Dialog>
  );
}
