import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { AddMethodButton } from './AddMethodButton.tsx';
import classes from './ManageMethods.module.css';
import { SavedMethods } from './SavedMethods.tsx';

/** All saved methods in a card, and the way to add one. */
export function ManageMethods() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <Section title={t('payment-methods.list')}>
        <SavedMethods place="manage" />
        <div className={classes.add}>
          <AddMethodButton variant="filled" />
        </div>
      </Section>
    </div>
  );
}
