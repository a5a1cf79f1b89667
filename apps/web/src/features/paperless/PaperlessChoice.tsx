import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import type { Delivery, PaperlessPlace } from './DeliveryForm.tsx';
import classes from './PaperlessChoice.module.css';

// Loaded by the first choice: the first screen has no use for it.
const DeliveryForm = lazyPart(async () => (await import('./DeliveryForm.tsx')).DeliveryForm);

const deliveries: readonly Delivery[] = ['EMAIL', 'PAPER'];

const noWish: { readonly delivery?: Delivery } = {};

interface PaperlessChoiceProps {
  /** How the account gets its bills; only EMAIL is paperless. */
  readonly billType: string;
  readonly place: PaperlessPlace;
}

/** Bills by email or on paper, with what it takes to change it (EBILL-1); not of a closed account. Paperless is one way here. */
export function PaperlessChoice({ billType, place }: PaperlessChoiceProps) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { draft, keep, clear } = useDraft('paperless', `${place}:${accountNumber}`, noWish);
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const wanted = draft.delivery;
  const isPaperless = billType === 'EMAIL';
  const chosen = wanted ?? billType;
  if (!isActive) return null;
  return (
    <div className={classes.paperless}>
      <fieldset className={layout.factRow}>
        <legend className={classes.legend}>{t('paperless.title')}</legend>
        <div className={classes.choices}>
          {deliveries.map((delivery) => (
            <Choice
              key={delivery}
              look="plain"
              name={`paperless-${place}`}
              isChosen={delivery === chosen}
              isDisabled={isPaperless && delivery === 'PAPER'}
              onChoose={() => keep({ delivery })}
            >
              {t(`paperless.choice.${delivery}`)}
            </Choice>
          ))}
        </div>
      </fieldset>
      {/* What the choice does not say: how to withdraw the consent, or how the bills come where neither is chosen. */}
      {isPaperless && (
        <p className={classes.state}>
          <CallSupport text={t('paperless.on')} />
        </p>
      )}
      {!isPaperless && billType !== 'PAPER' && (
        <p className={classes.state}>{t(billType === 'PAPER_EMAIL' ? 'paperless.both' : 'paperless.none')}</p>
      )}
      {wanted && wanted !== billType && <DeliveryForm delivery={wanted} place={place} onDone={clear} />}
    </div>
  );
}
