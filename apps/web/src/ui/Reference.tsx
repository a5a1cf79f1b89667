import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';
import classes from './Reference.module.css';

/** A payment's reference, “7K3M-Q9TX”, can be read out on the phone; of a longer id its start, which finds a call in the log. */
const spokenLength = 9;
const startLength = 8;

/** The number of a failure, to read out and to copy. */
export function Reference({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes.reference}>
      <span>{t('ui.reference')}</span> <span>{id.length > spokenLength ? id.slice(0, startLength) : id}</span>{' '}
      <CopyButton text={id} label={t('ui.copyReference')} />
    </p>
  );
}
