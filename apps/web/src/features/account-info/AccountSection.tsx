import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import classes from './AccountForm.module.css';
import { AccountForm } from './AccountForm.tsx';
import type { EditableForm } from './useAccountForm.ts';

interface AccountSectionProps {
  readonly editing: EditableForm;
  /** The button's words, and its whole name. */
  readonly editText: string;
  readonly editLabel: string;
  /** Why nothing can be changed; undefined when it can. */
  readonly lockedText?: string | undefined;
  /** What is on record. */
  readonly children: ReactNode;
}

/** Values with Edit, or in their place the form (EDIT-1). The focus goes into the form, and back to the button. */
export function AccountSection(props: AccountSectionProps) {
  const { editing, editText, editLabel, lockedText, children } = props;
  const lockedId = useId();
  const isOpen = editing.values !== undefined;
  const wasOpen = useRef(isOpen);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    box.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button[data-edit]')?.focus();
  }, [isOpen]);

  return (
    <div ref={box}>
      {isOpen ? (
        <AccountForm editing={editing} />
      ) : (
        <div className={classes.view}>
          <div
            key={editing.savedCount}
            className={classes.values}
            data-saved={editing.savedCount > 0 || undefined}
          >
            {children}
          </div>
          <Button
            variant="default"
            className={layout.button}
            data-edit
            aria-label={editLabel}
            aria-describedby={lockedText && lockedId}
            disabled={lockedText !== undefined}
            onClick={editing.edit}
          >
            {editText}
          </Button>
          {lockedText && (
            <p id={lockedId} className={classes.locked}>
              {lockedText}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
