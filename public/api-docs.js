// Shows the API as Swagger UI in place of the list that the page comes with. The list stays where this doesn't run.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheme)
followTheme()

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  onComplete() {
    document.getElementById('list').hidden = true
  },
})
