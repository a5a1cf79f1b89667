import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
import { type Column, listTable, table } from '../pages/table.ts';
import { jobStatuses } from './field-service-names.ts';
import type { StoredEvent, StoredVisit } from './visit.store.ts';

interface VisitList {
  readonly visits: readonly StoredVisit[];
  readonly events: readonly StoredEvent[];
}

/** The visits of the field service, to move them on, and its events. */
export function visitsPage(listed: VisitList): string {
  return renderPage({
    title: 'Visits',
    section: '/visits',
    content: html`<h1>Visits</h1>
<p>“Set” moves a visit on and tells the portal. “Others take all” books every free time of the visit’s postal code, so that the
next choice is refused. A postal code that ends in 99 has no times, one in 77 has one place at each. For programs:
<a href="/visits.json">/visits.json</a>.</p>${visitsTable(listed)}`,
  });
}

function visitsTable({ visits, events }: VisitList): Html {
  return html`${table(visits, visitColumns)}<h2>Events</h2>${listTable('events', events, eventColumns)}`;
}

const visitColumns: readonly Column<StoredVisit>[] = [
  ['Visit', ({ id }) => id, 'short'],
  ['Account', ({ account }) => account],
  ['Area', ({ area, category }) => `${area}, ${category}`],
  ['Time', ({ starts }) => instant(starts)],
  ['Progress', progressForm],
  [
    'Area’s times',
    ({ id }) =>
      html`<form method="post" action="/visits/${id}/take-all"><button>Others take all</button></form>`,
  ],
];

function progressForm({ id, jobStatus }: StoredVisit): Html {
  const option = (name: string) => html`<option${name === jobStatus ? html` selected` : ''}>${name}</option>`;
  return html`<form method="post" action="/visits/${id}/progress"><select name="jobStatus" aria-label="Progress of ${id}">
${jobStatuses.map(option)}</select> <button>Set</button></form>`;
}

const eventColumns: readonly Column<StoredEvent>[] = [
  ['When', ({ at }) => instant(at), 'short'],
  ['Visit', ({ visit }) => visit],
  ['Event', ({ type }) => type],
  [
    'Sent',
    ({ sent, status }) => (sent === 0 ? 'nobody subscribed' : `${sent} times, ${status ?? 'no response'}`),
  ],
  [
    'Again',
    ({ number }) =>
      html`<form method="post" action="/visits/events/${number}/send"><button>Send again</button></form>`,
  ],
];
