import { useTranslation } from 'react-i18next';
import { methodInSentence, methodName } from './method-name.ts';

/** Returns a function that names methods in the language of the page. */
export function useMethodName() {
  const { t } = useTranslation();
  return (method: Parameters<typeof methodName>[0]) => methodName(method, (key) => t(key));
}

/** Returns a function that names methods inside a sentence in the language of the page. */
export function useMethodInSentence() {
  const { t } = useTranslation();
  return (method: Parameters<typeof methodInSentence>[0]) => methodInSentence(method, (key) => t(key));
}
