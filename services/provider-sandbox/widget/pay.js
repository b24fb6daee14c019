// The widget's page: sends the card, shows what came of it, and tells the page it is framed by. A message holds no
// secret, so it goes to whichever merchant's page that is; orders come from that page alone.
const form = document.querySelector('form');
const status = document.querySelector('[role="status"]');
const cancel = document.querySelector('[data-cancel]');
const isFramed = window.parent !== window;

const tell = (message) => {
  if (isFramed) window.parent.postMessage({ source: 'revolut-sandbox', ...message }, '*');
};
const show = (text, kind) => {
  status.textContent = text;
  status.dataset.kind = kind;
};

const fields = () => [...form.querySelectorAll('input')];
const digitsOf = (text) => text.replace(/\D/g, '');

const isLuhn = (digits) => {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const isFuture = (text) => {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text.trim()) ?? [];
  return month !== undefined && new Date(2000 + Number(year), Number(month), 1) > new Date();
};

const rules = {
  number: (text) => /^\d{12,19}$/.test(digitsOf(text)) && isLuhn(digitsOf(text)),
  expiry: isFuture,
  cvv: (text) => /^\d{3,4}$/.test(text.trim()),
  name: () => true,
};

/** Marks what is wrong, beside the field and for screen readers. Answers the first field that is. */
const validate = () => {
  const wrong = fields().filter((field) => !rules[field.name](field.value));
  for (const field of fields()) {
    const isWrong = wrong.includes(field);
    field.setAttribute('aria-invalid', String(isWrong));
    document.getElementById(`${field.id}-error`).textContent = isWrong ? field.dataset.invalid : '';
  }
  tell({ type: 'validation', errors: wrong.map(({ name }) => ({ type: `validation.card.${name}.invalid` })) });
  return wrong[0];
};

const conclude = ({ kind, message, error, redirectUrl }) => {
  show(message, kind);
  if (kind === 'success') tell({ type: 'success' });
  if (kind === 'error') tell({ type: 'error', error });
  form.hidden = kind === 'success' || kind === 'processing';
  if (kind === 'success' && !isFramed && redirectUrl) window.location.assign(redirectUrl);
};

const pay = async (name) => {
  const wrong = validate();
  if (wrong !== undefined) return wrong.focus();
  form.setAttribute('aria-busy', 'true');
  show(form.dataset.busy, 'busy');
  try {
    const answer = await fetch(window.location.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        number: digitsOf(form.elements.number.value),
        expiry: form.elements.expiry.value.trim(),
        name: name ?? form.elements.name.value.trim(),
      }),
    });
    conclude(await answer.json());
  } catch {
    show(form.dataset.unreachable, 'error');
  } finally {
    form.removeAttribute('aria-busy');
  }
};

if (form !== null) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.getAttribute('aria-busy') !== 'true') void pay();
  });
  for (const button of document.querySelectorAll('[data-card]'))
    button.addEventListener('click', () => {
      form.elements.number.value = button.dataset.card;
      form.elements.expiry.value ||= '12/30';
      form.elements.cvv.value ||= '123';
      validate();
      form.elements.number.focus();
    });
  form.elements.expiry.addEventListener('input', ({ target }) => {
    if (/^\d{4}$/.test(target.value)) target.value = `${target.value.slice(0, 2)}/${target.value.slice(2)}`;
  });
  window.addEventListener('message', ({ source, data }) => {
    if (!isFramed || source !== window.parent) return;
    if (data?.type === 'submit') void pay(data.name);
    if (data?.type === 'validate') validate();
  });
}

cancel?.addEventListener('click', () => tell({ type: 'cancel' }));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell({ type: 'cancel' });
});
if (!isFramed && cancel) cancel.hidden = true;
document.documentElement.dataset.ready = 'true';
tell({ type: 'ready' });
