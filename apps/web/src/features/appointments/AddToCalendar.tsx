import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { loadScript } from '../../api/connection.ts';
import { Button } from '../../ui/Button.tsx';
import { CalendarIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toasts.ts';
import type { BookedVisit } from './booking.rules.ts';

/**
 * Saves a visit as a calendar file, which phones and computers open in their calendar. It names the visit as the mails about it do: it
 * stays one entry, which moves with the visit. Nothing in it leads back to the link.
 */
export function AddToCalendar({ booked: { calendar, kind, startDate, endDate } }: { booked: BookedVisit }) {
  const { t } = useTranslation();
  const { name, supportPhone } = config.brand;

  async function save(): Promise<void> {
    const { calendarFileOf } = await loadScript(() => import('@myaccount/contract/calendar-file'));
    const event = {
      id: calendar.uid,
      sequence: calendar.sequence,
      start: new Date(startDate),
      end: new Date(endDate),
      summary: t('appointments.event.summary', { kind: t(`appointments.kind.${kind}`), brand: name }),
      description: t('appointments.event.description', { phone: supportPhone }),
    };
    const file = calendarFileOf(config.brand, [event]);
    saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), 'visit.ics');
  }

  return (
    <div>
      <Button
        variant="default"
        icon={<CalendarIcon size={20} />}
        onClick={() => void save().catch(() => showToast('failure', t('problems.network')))}
      >
        {t('appointments.addToCalendar')}
      </Button>
    </div>
  );
}
