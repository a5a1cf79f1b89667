import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import type { FormValues } from './account-form.rules.ts';
import { ConflictingChange } from './account-info.queries.ts';
import { ChangeProblem } from './ChangeProblem.tsx';
import classes from './EditForm.module.css';
import { FreshCodeStep } from './FreshCodeStep.tsx';
import { useUnsavedChanges } from './UnsavedChanges.tsx';
import type { EditableForm } from './useAccountForm.ts';

interface EditFormProps<Values extends FormValues> {
  readonly editing: EditableForm<Values>;
  /** Accessible name of the form. */
  readonly title: string;
  /** Why nothing can be updated as long as nothing differs from what is on record. */
  readonly unchangedText: string;
  readonly children: ReactNode;
}

/** The fields of a form with Update and Cancel, and what stands in the way of a save (EDIT-1). */
export function EditForm<Values extends FormValues>(props: EditFormProps<Values>) {
  const { editing, title, unchangedText, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [presses, setPresses] = useState(0);
  const { change, isChanged } = editing;
  // The notice of a conflict has the buttons then.
  const isConflicting = change.error instanceof ConflictingChange;
  const close = useUnsavedChanges(isChanged, editing.close);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press and each refusal leads to the first wrong field
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [presses, change.error]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setPresses(presses + 1);
    editing.submit();
  }

  return (
    <>
      <form ref={form} className={classes.form} noValidate aria-label={title} onSubmit={submit}>
        <div className={classes.fields}>{children}</div>
        <ChangeHint />
        <ChangeProblem
          change={change}
          form={editing.form}
          onMine={editing.keepMine}
          onTheirs={editing.takeTheirs}
        />
        <div className={classes.actions}>
          {!isConflicting && (
            <Button
              type="submit"
              className={classes.button ?? ''}
              disabled={!isChanged}
              aria-describedby={isChanged ? undefined : `${id}-unchanged`}
            >
              {t(change.isSaving ? 'account-info.saving' : 'account-info.update')}
            </Button>
          )}
          <Button
            variant="default"
            className={classes.button ?? ''}
            disabled={change.isSaving}
            onClick={close}
          >
            {t('account-info.cancel')}
          </Button>
          {!isChanged && (
            <span id={`${id}-unchanged`} className={classes.unchanged}>
              {unchangedText}
            </span>
          )}
        </div>
      </form>
      <FreshCodeStep change={change} />
    </>
  );
}
