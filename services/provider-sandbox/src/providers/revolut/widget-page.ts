import { type Order } from './order';
import { testCardNumbers } from './test-cards';
import { amountText, widgetText, type WidgetLocale, type WidgetText } from './widget-text';

/** `popup` has buttons of its own; `card` is only the fields, and the merchant's page says when. */
type WidgetView = 'popup' | 'card';

/** The page in the frame. Its script and style are files beside it: the page's policy allows nothing inside it. */
export const widgetPage = (order: Order, locale: WidgetLocale, view: WidgetView): string => {
  const text = widgetText(locale);
  const isOpen = order.state === 'pending';
  return `<!DOCTYPE html>
<html lang="${locale === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title>
<link rel="stylesheet" href="../assets/pay.css">
<script type="module" src="../assets/pay.js"></script>
</head>
<body>
<main>
${view === 'popup' ? `<h1>${amountText(order.terms.amount, order.terms.currency, locale)}</h1>` : ''}
<p class="sandbox">${text.sandbox}</p>
${isOpen ? form(text, view) : ''}
<p role="status">${isOpen ? '' : text.states[order.state]}</p>
${view === 'popup' ? `<button type="button" data-cancel>${text.cancel}</button>` : ''}
${isOpen ? testCards(text) : ''}
</main>
</body>
</html>`;
};

const form = (text: WidgetText, view: WidgetView): string => `
<form novalidate data-busy="${text.busy}" data-unreachable="${text.unreachable}">
${field('number', text.number, text.invalid.number, 'autocomplete="cc-number" inputmode="numeric" maxlength="23"')}
<div class="pair">
<div>${field('expiry', text.expiry, text.invalid.expiry, 'autocomplete="cc-exp" inputmode="numeric" maxlength="5"')}</div>
<div>${field('cvv', text.cvv, text.invalid.cvv, 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"')}</div>
</div>
${field('name', text.name, '', 'autocomplete="cc-name" maxlength="60"')}
${view === 'popup' ? `<button type="submit">${text.pay}</button>` : ''}
</form>`;

const field = (name: string, label: string, invalid: string, attributes: string): string => `
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" data-invalid="${invalid}" aria-describedby="${name}-error" ${attributes}>
<span class="error" id="${name}-error" aria-live="polite"></span>`;

const testCards = (text: WidgetText): string => `
<details>
<summary>${text.testCards}</summary>
<ul>
${testCardNumbers.map(([number, says]) => card(text, number, says)).join('\n')}
</ul>
</details>`;

const card = (text: WidgetText, number: string, says: string): string =>
  `<li><button type="button" data-card="${number}">${number}: ${meaning(text, says)}</button></li>`;

const meaning = (text: WidgetText, says: string): string => {
  if (says === 'paid') return text.states.completed;
  return says === 'processing' ? text.states.processing : (text.reasons[says] ?? text.declined);
};
