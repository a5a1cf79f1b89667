import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from './Button.tsx';
import classes from './DownloadButton.module.css';
import layout from './layout.module.css';
import { QuestionError } from './Question.tsx';
import { saveFile } from './save-file.ts';

interface DownloadButtonProps extends Pick<ButtonLook, 'variant'> {
  readonly label: string;
  /** Where its other texts are: `working`, on the button while the file comes, and `failed`, beneath it after a failure. */
  readonly texts: string;
  readonly fileName: string;
  readonly fetchFile: () => Promise<Blob>;
  /** Called after a failure; the page keeps working. */
  readonly onFailure: (error: unknown) => void;
}

/** Fetches a file and saves it through the browser. After a failure, it shows a note and can be pressed again. */
export function DownloadButton(props: DownloadButtonProps) {
  const { variant = 'default', label, texts, fileName, fetchFile, onFailure } = props;
  const { t } = useTranslation();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => saveFile(await fetchFile(), fileName),
    networkMode: 'always',
    onError: onFailure,
  });

  return (
    <div className={classes.download}>
      <Button
        variant={variant}
        className={layout.button ?? ''}
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate()}
      >
        {isPending ? t(`${texts}.working`) : label}
      </Button>
      {isError && <QuestionError>{t(`${texts}.failed`)}</QuestionError>}
    </div>
  );
}
