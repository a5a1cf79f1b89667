import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { FormValues } from './account-form.rules.ts';
import classes from './EditForm.module.css';
import type { EditableForm } from './useAccountForm.ts';

interface EditableValuesProps<Values extends FormValues> {
  readonly editing: EditableForm<Values>;
  /** The button's words, and its whole name. */
  readonly editText: string;
  readonly editLabel: string;
  /** Why nothing can be changed; undefined when it can. */
  readonly lockedText?: string | undefined;
  /** What is on record. */
  readonly view: ReactNode;
  /** The form. */
  readonly children: ReactNode;
}

/** Values with Edit, or in their place the form (EDIT-1). The focus goes into the form, and back to the button. */
export function EditableValues<Values extends FormValues>(props: EditableValuesProps<Values>) {
  const { editing, editText, editLabel, lockedText, view, children } = props;
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
        children
      ) : (
        <div className={classes.view}>
          <div
            key={editing.savedCount}
            className={classes.values}
            data-saved={editing.savedCount > 0 || undefined}
          >
            {view}
          </div>
          <Button
            variant="default"
            className={classes.button ?? ''}
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
