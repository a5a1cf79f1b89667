import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { CloseIcon } from './icon.tsx';
import classes from './SidePanel.module.css';

interface SidePanelProps {
  readonly title: string;
  /** True for a form: wide, and the whole screen of a phone. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel over the page, outside its forms: Enter sends none of them. Escape and a press beside it close it. */
export function SidePanel({ title, isWide = false, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return createPortal(
    <Dialog
      className={classes.panel}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      // Events pass from a portal to where it is used.
      onSubmit={(event) => event.stopPropagation()}
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
    </Dialog>,
    document.body,
  );
}
