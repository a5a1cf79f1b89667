import { useTranslation } from 'react-i18next';
import { StopLink } from '../../ui/StopLink.tsx';
import { formatMoment } from '../../ui/time.ts';
import { loginChangeQuery, stopChange } from './login-change.queries.ts';

/** The change of a sign-in address, by the link of its mails, and the way to stop it (LOST-2). */
export function LoginChange({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  return (
    <StopLink
      texts="login-change"
      query={loginChangeQuery(token)}
      stop={() => stopChange(token)}
      view={({ state, opensAt }) => ({
        title: t(`login-change.${state}.title`),
        text: (
          <p role={state === 'waiting' ? undefined : 'status'}>
            {t(`login-change.${state}.text`, { moment: formatMoment(opensAt, i18n.language) })}
          </p>
        ),
        canStop: state === 'waiting',
      })}
    />
  );
}
