import { type Html, html } from '../pages/html.ts';
import type { CardQuestions, FieldName } from './entry.rules.ts';
import type { HostedTexts } from './texts.ts';

/** How the fields of a form are written. */
export interface FieldsPage {
  readonly texts: HostedTexts;
  /** Whether the browser may fill in what it has stored. */
  readonly hasAutocomplete: boolean;
}

/** The vendor's labels have ids that style sheets of the page around the form select. */
const vendorFields: readonly FieldName[] = ['account', 'expdate', 'expmonth', 'expyear', 'cv'];
const autocompleteNames: Readonly<Partial<Record<FieldName, string>>> = {
  account: 'cc-number',
  expdate: 'cc-exp',
  expmonth: 'cc-exp-month',
  expyear: 'cc-exp-year',
  cv: 'cc-csc',
  cardholdername: 'cc-name',
};
const yearsOffered = 15;

/** The fields of a card. */
export function cardFields(
  page: FieldsPage,
  { expiryFields, hasHolderName }: CardQuestions,
  now: Date,
): Html {
  return html`${hasHolderName ? textField(page, 'cardholdername', {}) : ''}
${textField(page, 'account', { isNumeric: true })}
${expiryFields === 'one' ? textField(page, 'expdate', { isNumeric: true, hint: page.texts.expiryHint }) : expiryGroup(page, now)}
${securityCodeField(page)}`;
}

/** The fields of a bank account. */
export function bankFields(page: FieldsPage): Html {
  const { texts } = page;
  const bankPage = { ...page, hasAutocomplete: false };
  const types = [
    ['C', texts.checking],
    ['S', texts.savings],
  ] as const;
  return html`${textField(bankPage, 'cardholdername', { autocomplete: page.hasAutocomplete ? 'name' : 'off' })}
${textField(bankPage, 'routing', { isNumeric: true })}
${textField(bankPage, 'account', { isNumeric: true })}
${selectField(bankPage, 'accounttype', types)}`;
}

interface TextField {
  readonly isNumeric?: boolean;
  readonly hint?: string;
  readonly autocomplete?: string;
}

function textField(page: FieldsPage, name: FieldName, { isNumeric, hint, autocomplete }: TextField): Html {
  const hintId = hint ? ` ${name}-hint` : '';
  return field(
    page,
    name,
    html`${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}<input id="${name}" name="${name}" type="text"
autocomplete="${autocomplete ?? autocompleteOf(page, name)}"${isNumeric ? html` inputmode="numeric"` : ''} aria-required="true"
aria-describedby="${name}-problem${hintId}">`,
  );
}

function selectField(
  page: FieldsPage,
  name: FieldName,
  options: readonly (readonly [string, string])[],
): Html {
  return field(
    page,
    name,
    html`<select id="${name}" name="${name}" autocomplete="${autocompleteOf(page, name)}" aria-required="true"
aria-describedby="${name}-problem"><option value="">${page.texts.choose}</option>
${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select>`,
  );
}

function field(page: FieldsPage, name: FieldName, control: Html): Html {
  return html`<div class="field"><label class="payment-form-label" id="${vendorFields.includes(name) ? 'payment-' : ''}${name}-label"
for="${name}">${page.texts.fields[name]}</label>${control}<p class="problem" id="${name}-problem" hidden></p></div>`;
}

function expiryGroup(page: FieldsPage, now: Date): Html {
  const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
  const years = Array.from({ length: yearsOffered }, (_, ahead) => String(now.getUTCFullYear() + ahead));
  const asOptions = (values: string[]) => values.map((value) => [value, value] as const);
  return html`<fieldset><legend class="payment-form-label">${page.texts.expiryGroup}</legend><div class="pair">
${selectField(page, 'expmonth', asOptions(months))}${selectField(page, 'expyear', asOptions(years))}</div></fieldset>`;
}

function securityCodeField(page: FieldsPage): Html {
  const { fields, whereIsIt, securityCodeHint } = page.texts;
  return html`<div class="field short"><label class="payment-form-label" id="payment-cv-label" for="cv">${fields.cv}</label>
<input id="cv" name="cv" type="text" inputmode="numeric" maxlength="4" autocomplete="${autocompleteOf(page, 'cv')}"
aria-required="true" aria-describedby="cv-problem cv-hint"><p class="problem" id="cv-problem" hidden></p>
<button type="button" class="link" id="where" aria-expanded="false" aria-controls="cv-hint">${whereIsIt}</button>
<p class="hint" id="cv-hint" hidden>${securityCodeHint}</p></div>`;
}

function autocompleteOf({ hasAutocomplete }: FieldsPage, name: FieldName): string {
  return (hasAutocomplete && autocompleteNames[name]) || 'off';
}
