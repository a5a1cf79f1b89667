import { useTranslation } from 'react-i18next';

/** A sentence that says how bills are delivered; only EMAIL is paperless (EBILL-1). */
export function PaperlessState({ billType }: { billType: string }) {
  const { t } = useTranslation();
  if (billType === 'EMAIL') return t('paperless.on');
  return t(billType === 'PAPER_EMAIL' ? 'paperless.both' : 'paperless.off');
}
