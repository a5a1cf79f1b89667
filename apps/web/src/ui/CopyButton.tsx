import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CopyButton.module.css';
import layout from './layout.module.css';
import { LinkButton } from './TextLink.tsx';

/** Copies a text to the clipboard, and says so beside the button. `label` says what is copied. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'copyFailed'>();

  async function copy(): Promise<void> {
    // Empty in between, so that a second press is announced too.
    setResult(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      // Without HTTPS, or when the browser refuses: the text can still be selected.
      setResult('copyFailed');
    }
  }

  return (
    <span className={classes.copy}>
      <LinkButton className={layout.target} aria-label={label} onClick={() => void copy()}>
        {t('ui.copy')}
      </LinkButton>
      <span role="status" className={layout.small}>
        {result && t(`ui.${result}`)}
      </span>
    </span>
  );
}
