import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './Dropdown.module.css';

interface DropdownProps {
  /** What the button shows. */
  readonly button: ReactNode;
  /** Accessible name of a button that shows only an icon. */
  readonly buttonLabel?: string;
  /** Entries; {@link DropdownEntry} or links. Entries that lead elsewhere call `close`. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a short list beneath it. Escape, or leaving it, closes. */
export function Dropdown({ button, buttonLabel, children }: DropdownProps) {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const close = () => setIsOpen(false);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    toggle.current?.focus();
  };
  const closeOnLeaving = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches keys and focus of the button and list within
    <div className={classes.dropdown} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <button
        ref={toggle}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-label={buttonLabel}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && <div className={classes.shade} onPointerDown={close} />}
      <ul id={listId} className={classes.list} hidden={!isOpen}>
        {isOpen && children(close)}
      </ul>
    </div>
  );
}

interface DropdownEntryProps {
  readonly isCurrent?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** An entry that runs an action. */
export function DropdownEntry({ isCurrent = false, onChoose, children }: DropdownEntryProps) {
  return (
    <li>
      <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
        {children}
      </button>
    </li>
  );
}

/** A heading above entries. */
export function DropdownTitle({ children }: { children: string }) {
  return <li className={classes.title}>{children}</li>;
}
