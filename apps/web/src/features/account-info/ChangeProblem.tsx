import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Reference } from '../../ui/Reference.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { type AccountForm, type Conflict, type FormValues, fieldTextKey } from './account-form.rules.ts';
import { ConflictingChange, RefusedValues } from './account-info.queries.ts';
import classes from './ChangeProblem.module.css';
import { isFailure } from './useAccountChange.ts';

interface ChangeProblemProps<Values extends FormValues> {
  readonly change: { readonly error: Error | null };
  readonly form: AccountForm<Values>;
  /** Saves the customer's values over those on record. */
  readonly onMine: () => void;
  /** Gives them up. */
  readonly onTheirs: () => void;
}

/**
 * Says why a save failed, which its toast leaves open; or that somebody else changed the same, and lets the customer
 * decide.
 */
export function ChangeProblem<Values extends FormValues>(props: ChangeProblemProps<Values>) {
  const { change, form, onMine, onTheirs } = props;
  const { t } = useTranslation();
  const { error } = change;
  if (error instanceof ConflictingChange)
    return <ConflictNotice conflicts={error.conflicts} form={form} onMine={onMine} onTheirs={onTheirs} />;
  if (!isFailure(error)) return null;
  return (
    <Notice tone="bad" title={reasonOf(error, t)}>
      {error instanceof ApiProblem && error.isUncertain && <Reference id={error.correlationId} />}
    </Notice>
  );
}

function reasonOf(error: Error | null, t: TFunction): string {
  if (error instanceof ApiProblem) return problemText(error, t);
  return t(error instanceof RefusedValues ? 'problems.request-invalid' : 'problems.server-error');
}

interface ConflictNoticeProps<Values extends FormValues>
  extends Pick<ChangeProblemProps<Values>, 'form' | 'onMine' | 'onTheirs'> {
  readonly conflicts: readonly Conflict[];
}

function ConflictNotice<Values extends FormValues>(props: ConflictNoticeProps<Values>) {
  const { conflicts, form, onMine, onTheirs } = props;
  const { t } = useTranslation();
  const box = useFocusKept<HTMLDivElement>();
  return (
    <div ref={box}>
      <Notice tone="wait" title={t('account-info.conflict.title')} isFocused>
        <p>{t('account-info.conflict.text')}</p>
        <ul className={classes.conflicts}>
          {conflicts.map((conflict) => (
            <ConflictRow key={conflict.field} conflict={conflict} form={form} />
          ))}
        </ul>
        <div className={classes.actions}>
          <Button className={classes.button ?? ''} onClick={onMine}>
            {t('account-info.conflict.keepMine')}
          </Button>
          <Button variant="default" className={classes.button ?? ''} onClick={onTheirs}>
            {t('account-info.conflict.takeTheirs')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

interface ConflictRowProps<Values extends FormValues> {
  readonly conflict: Conflict;
  readonly form: AccountForm<Values>;
}

/** One value: what is on record now, and what the customer entered. A secret one is only named. */
function ConflictRow<Values extends FormValues>({ conflict, form }: ConflictRowProps<Values>) {
  const { t } = useTranslation();
  const { field, theirs, mine } = conflict;
  const shown = (value: string) =>
    form.wordsOf?.(field, value, t) ?? (value || t('account-info.conflict.empty'));
  return (
    <li>
      <strong>{t(fieldTextKey(form.name, field, 'label'))}</strong>
      {!form.isSecret && (
        <dl className={classes.values}>
          <dt>{t('account-info.conflict.theirs')}</dt>
          <dd>
            <bdi>{shown(theirs)}</bdi>
          </dd>
          <dt>{t('account-info.conflict.mine')}</dt>
          <dd>
            <bdi>{shown(mine)}</bdi>
          </dd>
        </dl>
      )}
    </li>
  );
}
