import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import classes from './ManageMethods.module.css';
import { SavedMethods } from './SavedMethods.tsx';

/** All saved methods in a card. */
export function ManageMethods() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <Section title={t('payment-methods.list')}>
        <SavedMethods place="manage" />
      </Section>
    </div>
  );
}
