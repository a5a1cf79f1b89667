import { useTranslation } from 'react-i18next';
import { methodName } from './method-name.ts';

/** Returns a function that names methods in the language of the page. */
export function useMethodName() {
  const { t } = useTranslation();
  return (method: Parameters<typeof methodName>[0]) => methodName(method, (key) => t(key));
}
