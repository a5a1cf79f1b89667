import { useTranslation } from 'react-i18next';
import { signedInUser } from '../../api/session.ts';
import layout from '../../ui/layout.module.css';
import { serviceAddressOf, streetOf } from './account-face.rules.ts';
import { useAccount } from './accounts.queries.ts';
import classes from './Greeting.module.css';

/** Whom the portal greets: the business, the holder, or the member who signed in. */
function useGreetedName(): string | null {
  const { Business, customer, role } = useAccount();
  if (Business?.BusinessName) return Business.BusinessName;
  return role === 'primary' ? customer.firstName : signedInUser().given_name;
}

/** “Hi Ana · 118 Orchard Lane”: whose account the page shows, and where its service is. */
export function Greeting() {
  const { t } = useTranslation();
  const name = useGreetedName();
  const address = serviceAddressOf(useAccount().customerAddress);
  return (
    <p className={classes.greeting}>
      <span className={layout.dots}>
        <span>{name ? t('accounts.greeting', { name }) : t('accounts.greetingNoName')}</span>
        {address && (
          <>
            {' '}
            <span>{streetOf(address)}</span>
          </>
        )}
      </span>
    </p>
  );
}
