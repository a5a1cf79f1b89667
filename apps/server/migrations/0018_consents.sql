-- Consent to keeping a payment method. The check only becomes wider: what the release before writes passes it too.
-- contract: no-release-needs-the-narrower-check

alter table consent
  drop constraint consent_kind_check,
  add constraint consent_kind_check check (kind in ('autopay', 'bank-debit', 'paperless', 'texts', 'stored-method'));
