import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Reference } from '../../ui/Reference.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from './AccountForm.module.css';
import { accountFields, cleanText } from './account-fields.ts';
import { ConflictingChange, FreshCodeNeeded, isWaiting } from './account-info.queries.ts';
import type { FreshCodePurpose } from './CodeEntry.tsx';
import { useUnsavedChanges } from './UnsavedChanges.tsx';
import type { EditableForm } from './useAccountForm.ts';

// Few saves need a code.
const FreshCodeDialog = lazyPart(async () => (await import('./CodeEntry.tsx')).FreshCodeDialog);

/** The fields of a form with Update and Cancel, and what prevents a save (EDIT-1). */
export function AccountForm({ editing }: { editing: EditableForm }) {
  const { t } = useTranslation();
  const box = useRef<HTMLFormElement>(null);
  const { form, values = {}, change, isChanged, tries } = editing;
  // The notice of a conflict has the buttons then.
  const isConflicting = change.error instanceof ConflictingChange;
  const close = useUnsavedChanges(isChanged, editing.close);
  const unchangedId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press and each refusal leads to the first wrong field
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, change.error]);

  return (
    <>
      <form
        ref={box}
        className={classes.form}
        noValidate
        aria-label={t(`${form.name}.formTitle`)}
        onSubmit={(event) => {
          event.preventDefault();
          editing.submit();
        }}
      >
        <div className={layout.grid}>
          {Object.keys(values).map((name) => (
            <AccountField key={name} editing={editing} name={name} />
          ))}
        </div>
        <ChangeHint />
        <ChangeProblem editing={editing} />
        <div className={layout.row}>
          {!isConflicting && (
            <Button
              type="submit"
              className={layout.button}
              disabled={!isChanged}
              aria-describedby={isChanged ? undefined : unchangedId}
            >
              {t(change.isSaving ? 'account-info.saving' : 'account-info.update')}
            </Button>
          )}
          <Button variant="default" className={layout.button} disabled={change.isSaving} onClick={close}>
            {t('account-info.cancel')}
          </Button>
          {!isChanged && (
            <span id={unchangedId} className={layout.small}>
              {t([`${form.name}.unchanged`, 'account-info.unchanged'])}
            </span>
          )}
        </div>
      </form>
      <FreshCodeStep change={change} />
    </>
  );
}

/** A field with its error beneath; beside a secret one a button that shows it. */
function AccountField({ editing, name }: { editing: EditableForm; name: string }) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const { form, values, change, errors, type } = editing;
  const { hint, digits, readOnly = false, ...input } = accountFields[name] ?? {};
  const count = digits && config.limits[digits];
  const value = values?.[name] ?? '';
  const error = errors[name] ?? (change.isRefused(name, value) ? 'refused' : undefined);
  const field = (
    <TextField
      {...input}
      {...(isShown && { type: 'text' })}
      name={name}
      label={t(`${form.name}.fields.${name}`)}
      hint={hint && t(hint, { count })}
      error={error && t(`${form.name}.errors.${name}.${error}`, { count })}
      spellCheck={false}
      value={value}
      readOnly={readOnly || change.isSaving}
      // Typing replaces a secret on record.
      onFocus={({ currentTarget }) => form.isSecret && currentTarget.select()}
      onChange={({ currentTarget }) => type(name, cleanText(digits, currentTarget.value, value))}
    />
  );
  if (!form.isSecret) return field;
  return (
    <div className={classes.secret}>
      {field}
      <ShowPinButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />
    </div>
  );
}

/** Shows the PIN in digits, or hides it again (PIN-2). */
export function ShowPinButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      className={layout.button}
      aria-label={t(isShown ? 'pin.hideLabel' : 'pin.showLabel')}
      onClick={onToggle}
    >
      {t(isShown ? 'pin.hide' : 'pin.show')}
    </Button>
  );
}

interface ChangeProblemProps {
  readonly editing: Pick<EditableForm, 'form' | 'change' | 'keepMine' | 'takeTheirs'>;
}

/** Says why a save failed, which its toast leaves open; or has the customer decide, where somebody else changed the same. */
export function ChangeProblem({ editing }: ChangeProblemProps) {
  const { t } = useTranslation();
  const { error } = editing.change;
  if (error instanceof ConflictingChange)
    return <ConflictNotice editing={editing} conflicts={error.conflicts} />;
  if (!error || isWaiting(error)) return null;
  return (
    <Notice tone="bad" title={problemText(error, t)} isFocused>
      {error instanceof ApiProblem && error.isUncertain && <Reference id={error.correlationId} />}
    </Notice>
  );
}

/** Each value: what is on record now, and what the customer entered. A secret one is only named. */
function ConflictNotice({ editing, conflicts }: ChangeProblemProps & Pick<ConflictingChange, 'conflicts'>) {
  const { form, keepMine, takeTheirs } = editing;
  const { t } = useTranslation();
  const none = t('account-info.conflict.empty');
  const box = useFocusKept<HTMLDivElement>();
  return (
    <div ref={box}>
      <Notice tone="wait" title={t('account-info.conflict.title')} isFocused>
        <p>{t('account-info.conflict.text')}</p>
        <ul className={layout.stack}>
          {conflicts.map(({ field, ...values }) => (
            <li key={field}>
              <strong>{t(`${form.name}.fields.${field}`)}</strong>
              {!form.isSecret && (
                <Facts>
                  {(['theirs', 'mine'] as const).map((whose) => {
                    const words = form.displayValue?.(field, values[whose], t) ?? (values[whose] || none);
                    const term = t(`account-info.conflict.${whose}`);
                    return <Fact key={whose} term={term} value={<bdi>{words}</bdi>} />;
                  })}
                </Facts>
              )}
            </li>
          ))}
        </ul>
        <div className={layout.buttons}>
          <Button className={layout.button} onClick={keepMine}>
            {t('account-info.conflict.keepMine')}
          </Button>
          <Button variant="default" className={layout.button} onClick={takeTheirs}>
            {t('account-info.conflict.takeTheirs')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

interface FreshCodeStepProps {
  readonly change: Pick<EditableForm['change'], 'error' | 'saveAgain' | 'giveUp'>;
  readonly purpose?: FreshCodePurpose;
}

/** The dialog for a fresh code, when a save, or what is secret, waits for one; then it goes on. */
export function FreshCodeStep({ change, purpose = 'save' }: FreshCodeStepProps) {
  const { error, saveAgain, giveUp } = change;
  if (!(error instanceof FreshCodeNeeded)) return null;
  return (
    <FreshCodeDialog purpose={purpose} challenge={error.challenge} onDone={saveAgain} onCancel={giveUp} />
  );
}
