import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from './icons.tsx';
import classes from './SidePanel.module.css';
import { useModal } from './useModal.ts';

interface SidePanelProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** True for a form: wide, and the whole screen of a phone. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel at the side, over the page; the native dialog keeps the focus inside, and Escape closes. */
export function SidePanel({ isOpen, ...props }: SidePanelProps) {
  return isOpen ? <OpenPanel {...props} /> : null;
}

function OpenPanel({ title, isWide = false, onClose, children }: Omit<SidePanelProps, 'isOpen'>) {
  const { t } = useTranslation();
  const dialog = useModal();
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop
    <dialog
      ref={dialog}
      className={classes.panel}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React hands it on from a dialog that was opened in this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={titleId} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          <button type="button" className={classes.close} aria-label={t('ui.close')} onClick={onClose}>
            <CloseIcon size={22} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
