import type { ConsentEntry, consents, consentText } from '@myaccount/contract/consents';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { justLoadedMs, pageQuery } from '../../api/query-client.ts';
import { saveFile } from '../../ui/save-file.ts';
import { businessToday } from '../../ui/time.ts';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';

/** One page of what was agreed to in an account; the page before shows until it has loaded. */
export function consentHistoryQuery({ accountNumber }: { accountNumber: string }, page: number) {
  const query = { AccountNumber: accountNumber, ...pageQuery(page) };
  return queryOptions({
    queryKey: ['consents', accountNumber, page],
    queryFn: ({ signal }) => call<typeof consents>('GET /customer/account/consents', { query, signal }),
    staleTime: justLoadedMs,
    placeholderData: keepPreviousData,
  });
}

/** Saves the words of a consent as a file, named by its kind and the day on which it was given. */
export function useConsentDownload() {
  const { accountNumber } = useSelectedAccount();
  return useMutation({
    mutationFn: async ({ id, kind, agreedAt }: ConsentEntry) => {
      const file = await download<typeof consentText>('GET /customer/account/consent', {
        query: { AccountNumber: accountNumber, id },
      });
      saveFile(file, `${kind}-${businessToday(new Date(agreedAt))}.txt`);
    },
    onError: (error) => logFailure(accountNumber, 'consents.download failed', error),
  });
}
