import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';
import { type FormValues, fieldTextKey } from './account-form.rules.ts';
import type { EditableForm } from './useAccountForm.ts';

interface EditFieldProps<Values extends FormValues>
  extends Pick<
    TextFieldProps,
    'autoComplete' | 'hint' | 'inputMode' | 'maxLength' | 'readOnly' | 'type' | 'onFocus' | 'action'
  > {
  readonly editing: EditableForm<Values>;
  readonly name: keyof Values & string;
  /** Returns what of a typed or pasted text belongs into the field. */
  readonly clean?: (typed: string) => string;
  /** Values of the texts of its errors. */
  readonly errorValues?: Readonly<Record<string, unknown>>;
}

/** A field of a form over the account, with its error beneath. */
export function EditField<Values extends FormValues>(props: EditFieldProps<Values>) {
  const { editing, name, clean, errorValues, ...input } = props;
  const { t } = useTranslation();
  const { form, values, change, errorOf, type } = editing;
  const error = errorOf(name);
  return (
    <TextField
      {...input}
      name={name}
      label={t(fieldTextKey(form.name, name, 'label'))}
      spellCheck={false}
      value={values?.[name] ?? ''}
      readOnly={change.isSaving || input.readOnly}
      error={error && t(fieldTextKey(form.name, name, error), { ...errorValues })}
      onChange={({ currentTarget }) => type(name, clean ? clean(currentTarget.value) : currentTarget.value)}
    />
  );
}
