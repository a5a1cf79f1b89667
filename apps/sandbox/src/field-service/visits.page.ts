import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
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
  return html`<table class="stack"><thead><tr><th>Visit</th><th>Account</th><th>Area</th><th>Time</th><th>Progress</th><th>Area’s times</th></tr></thead>
<tbody>${visits.map(visitRow)}</tbody></table><h2>Events</h2>
${events.length === 0 ? html`<p class="quiet">No events yet.</p>` : eventsTable(events)}`;
}

function visitRow({ id, account, area, category, starts, job_status: jobStatus }: StoredVisit): Html {
  const option = (name: string) => html`<option${name === jobStatus ? html` selected` : ''}>${name}</option>`;
  return html`<tr><td class="short">${id}</td><td>${account}</td><td>${area}, ${category}</td><td>${instant(starts)}</td>
<td><form method="post" action="/visits/${id}/progress"><select name="jobStatus" aria-label="Progress of ${id}">${jobStatuses.map(option)}</select> <button>Set</button></form></td>
<td><form method="post" action="/visits/${id}/take-all"><button>Others take all</button></form></td></tr>`;
}

function eventsTable(events: readonly StoredEvent[]): Html {
  return html`<table class="stack"><thead><tr><th>When</th><th>Visit</th><th>Event</th><th>Sent</th><th>Again</th></tr></thead>
<tbody>${events.map(eventRow)}</tbody></table>`;
}

function eventRow({ number, visit, type, at, sent, status }: StoredEvent): Html {
  return html`<tr><td class="short">${instant(at)}</td><td>${visit}</td><td>${type}</td>
<td>${sent === 0 ? 'nobody subscribed' : `${sent} times, ${status ?? 'no response'}`}</td>
<td><form method="post" action="/visits/events/${number}/send"><button>Send again</button></form></td></tr>`;
}
