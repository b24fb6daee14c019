// Swagger UI's dark styles hang on a class. The reader goes by what the system says, also when that changes.
const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
darkScheme.addEventListener('change', followScheme);
followScheme();

// Shows the description of the edge that serves the page. Nothing is asked of another host: no validator, no telemetry.
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reader',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // All schemas in one list at the end of the page are long and seldom read; each operation shows its own.
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
