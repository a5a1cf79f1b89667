import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';
import classes from './Reference.module.css';

/** So many characters find a call in the log, and can be read out on the phone. */
const spokenLength = 8;

/** The number of a failure: its start, to read out on the phone, and all of it to copy. */
export function Reference({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes.reference}>
      {t('ui.reference')} <span>{id.slice(0, spokenLength)}</span> <CopyButton text={id} />
    </p>
  );
}
