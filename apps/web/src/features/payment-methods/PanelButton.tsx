import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import classes from './PanelButton.module.css';

interface PanelButtonProps extends Pick<ButtonLook, 'variant'> {
  /** Of the button, and the title of the panel. */
  readonly label: string;
  /** The panel's content; it can close the panel. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a wide panel. The panel stands outside the page's forms, so that Enter in it sends none of them. */
export function PanelButton({ label, variant = 'default', children }: PanelButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The first method that is added takes the place of some of these buttons.
  const button = useFocusKept<HTMLButtonElement>();
  const close = () => setIsOpen(false);
  return (
    <>
      <Button ref={button} variant={variant} className={classes.button ?? ''} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen &&
        createPortal(
          <SidePanel isOpen isWide title={label} onClose={close}>
            {children(close)}
          </SidePanel>,
          document.body,
        )}
    </>
  );
}
