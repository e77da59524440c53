/** robots.txt: everything but the API, search results and what belongs to one person. */
export function writeRobots(origin: string): string {
  const closed = [
    '/api/',
    '/search?',
    '/admin/',
    '/auth',
    '/create-prompt',
    '/credits',
    '/dashboard',
    '/favorites',
    '/my-prompts',
    '/settings',
    '/subscription',
  ]
  return `User-agent: *
Allow: /api/docs
${closed.map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`
}
