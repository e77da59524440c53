// Shows the API as Swagger UI in place of the list that the page comes with. The list stays where this doesn't run.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheme)
followTheme()

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  // Links inside the buttons of operations would be controls within controls, which keyboards and screen readers miss.
  deepLinking: false,
  // Beyond 128 operations Swagger UI draws only those in view; closed sections keep the whole list there.
  docExpansion: 'none',
  onComplete() {
    document.getElementById('list').hidden = true
  },
})
