import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import classes from './CopyButton.module.css';
import layout from './layout.module.css';

interface CopyButtonProps {
  /** What is copied. */
  readonly text: string;
  /** What the button copies, for screen readers: “Copy reference”. */
  readonly label: string;
}

/** Copies a text to the clipboard, and says so beside the button. */
export function CopyButton({ text, label }: CopyButtonProps) {
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
      <Button variant="default" aria-label={label} onClick={() => void copy()}>
        {t('ui.copy')}
      </Button>
      <span role="status" className={layout.small}>
        {result && t(`ui.${result}`)}
      </span>
    </span>
  );
}
